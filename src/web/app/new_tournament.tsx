// Making a tournament; what the form gives is the tournament's file (docs/tournaments.md).
import { useState } from "preact/hooks";
import { type Tournament, postJson } from "./live";
import { TokenField, useToken } from "./organiser";
import { SYSTEMS } from "./tournaments";

const lines = (text: string): string[] => text.split(/[\n,]/).map((s) => s.trim()).filter(Boolean);

export function NewTournament() {
  const [token, setToken] = useToken();
  const [trouble, setTrouble] = useState("");
  const [form, setForm] = useState({ name: "", system: "round-robin", players: "", rooms: "", seconds: "30", first: "white", grace: "120", start: "all" });
  const field = (key: keyof typeof form) => ({
    value: form[key],
    onInput: (e: Event) => setForm({ ...form, [key]: (e.currentTarget as HTMLInputElement).value }),
  });
  const make = (event: Event) => {
    event.preventDefault();
    const { name, system, first, start } = form;
    const file = {
      name, system, first, start,
      players: lines(form.players),
      ...(form.rooms.trim() ? { rooms: lines(form.rooms) } : {}),
      "move-time-seconds": Number(form.seconds),
      "grace-seconds": Number(form.grace),
    };
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
          <label class="stack">Seconds a move<input size={6} inputMode="decimal" {...field("seconds")} /></label>
          <label class="stack">Seconds until a missing player loses<input size={6} inputMode="decimal" {...field("grace")} /></label>
          <label class="stack">Moves first<select {...field("first")}><option value="white">White</option><option value="black">Black</option></select></label>
          <label class="stack">Begins<select {...field("start")}><option value="all">when all have come</option><option value="now">at once</option></select></label>
        </div>
        <TokenField token={token} onToken={setToken} />
        <button class="primary">Make it</button>
      </form>
    </details>
  );
}
