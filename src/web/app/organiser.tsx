// What only the organiser may do. The token stays in this tab.
import { useState } from "preact/hooks";
import { type Tournament, type TournamentGame, postJson } from "./live";
import type { Color } from "./rules";

const KEY = "thermodon-organiser";
export function useToken(): [string, (t: string) => void] {
  const [token, setToken] = useState(() => sessionStorage.getItem(KEY) ?? "");
  return [token, (t) => {
    sessionStorage.setItem(KEY, t);
    setToken(t);
  }];
}
export function TokenField({ token, onToken }: { token: string; onToken: (t: string) => void }) {
  return (
    <label class="stack">Organiser's token
      <input type="password" autocomplete="off" value={token} data-test="token" onInput={(e) => onToken(e.currentTarget.value)} />
    </label>
  );
}

export function Organiser({ data, games, onChanged }: { data: Tournament; games: TournamentGame[]; onChanged: (t: Tournament) => void }) {
  const [token, setToken] = useToken();
  const [trouble, setTrouble] = useState("");
  const [game, setGame] = useState(0);
  const [winner, setWinner] = useState<Color | "nobody">("white");
  const [player, setPlayer] = useState("");
  const [why, setWhy] = useState("");
  const post = (what: string, body: object) =>
    postJson<Tournament>(`/api/tournaments/${data.id}/${what}`, token, body)
      .then((t) => {
        onChanged(t);
        setTrouble("");
      })
      .catch((e: Error) => setTrouble(e.message));
  const over = data.status === "over" || data.status === "cancelled";
  return (
    <details class="card">
      <summary><h2>Organiser</h2></summary>
      {trouble && <p class="trouble" role="alert">{trouble}</p>}
      <TokenField token={token} onToken={setToken} />
      <label class="stack">Why<input value={why} maxLength={200} onInput={(e) => setWhy(e.currentTarget.value)} /></label>
      <div class="row">
        <select aria-label="game" value={game} onChange={(e) => setGame(Number(e.currentTarget.value))}>
          <option value={0}>game …</option>
          {games.filter((g) => g.white !== null).map((g) => <option value={g.number}>{g.number}: {g.white} – {g.black}</option>)}
        </select>
        <select aria-label="winner" value={winner} onChange={(e) => setWinner(e.currentTarget.value as Color | "nobody")}>
          <option value="white">White won</option><option value="black">Black won</option><option value="nobody">nobody won</option>
        </select>
        <button disabled={game === 0} onClick={() => post("result", { number: game, winner: winner === "nobody" ? null : winner, why })}>Set the result</button>
      </div>
      {!over && (
        <div class="row">
          <select aria-label="player" value={player} onChange={(e) => setPlayer(e.currentTarget.value)}>
            <option value="">player …</option>
            {data.players.filter((p) => !data.withdrawn.includes(p)).map((p) => <option>{p}</option>)}
          </select>
          <button disabled={player === ""} onClick={() => post("withdraw", { player, why })}>Withdraw</button>
          {data.status === "waiting" && <button onClick={() => post("start", {})}>Start now</button>}
          <button onClick={() => confirm("End the tournament as it stands?") && post("cancel", { why })}>End it</button>
        </div>
      )}
    </details>
  );
}
