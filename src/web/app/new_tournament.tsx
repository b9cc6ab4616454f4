// Making a tournament; what the form gives is the tournament's file (docs/tournaments.md).
import { useState } from "preact/hooks";
import { type Tournament, postJson } from "./live";
import { TokenField, useToken } from "./organiser";
import { SYSTEMS } from "./tournaments";

const lines = (text: string): string[] => text.split(/[\n,]/).map((s) => s.trim()).filter(Boolean);

export function NewTournament() {
  const [token, setToken] = useToken();
  const [trouble, setTrouble] = useState("");
  const [form, setForm] = useState({ name: "", system: "round-robin", players: "", rooms: "", move_time: "30s", first: "white", grace: "2m" });
  const field = (key: keyof typeof form) => ({
    value: form[key],
    onInput: (e: Event) => setForm({ ...form, [key]: (e.currentTarget as HTMLInputElement).value }),
  });
  const make = (event: Event) => {
    event.preventDefault();
    const { players, rooms, ...rest } = form;
    const file = { ...rest, players: lines(players), ...(rooms.trim() ? { rooms: lines(rooms) } : {}) };
    postJson<Tournament>("/api/tournaments", token, file)
      .then((t) => (location.hash = `#/tournament/${t.id}`))
      .catch((e: Error) => setTrouble(e.message));
  };
  return (
    <details class="card">
      <summary><h2>New tournament</h2></summary>
      {trouble && <p class="trouble" role="alert">{trouble}</p>}
      <form class="form" onSubmit={make} data-test="new-tournament">
        <label class="stack">Name<input required {...field("name")} /></label>
        <label class="stack">System
          <select {...field("system")}>{Object.entries(SYSTEMS).map(([key, word]) => <option value={key}>{word}</option>)}</select>
        </label>
        <label class="stack">Players, one a line, the strongest first<textarea required rows={5} {...field("players")} /></label>
        <label class="stack">Rooms, one a line; empty: the server chooses<textarea rows={2} {...field("rooms")} /></label>
        <div class="row">
          <label class="stack">Time a move<input size={6} {...field("move_time")} /></label>
          <label class="stack">A missing player loses after<input size={6} {...field("grace")} /></label>
          <label class="stack">Moves first<select {...field("first")}><option>white</option><option>black</option></select></label>
        </div>
        <TokenField token={token} onToken={setToken} />
        <button class="primary">Make it</button>
      </form>
    </details>
  );
}
