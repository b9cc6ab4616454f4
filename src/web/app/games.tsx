// Games that the server keeps: the list, and one of them.
import { useEffect, useState } from "preact/hooks";
import { GameView } from "./game_view";
import { type GameState, getJson } from "./live";
import { resultText } from "./room";
import { roomAddress } from "./room_card";

interface Row {
  id: number;
  room: string;
  black: string;
  white: string;
  result: "B+" | "W+" | "*";
  reason: string;
  moves: number;
  date: string;
  tournament: number | null;
}
const PAGE = 50;
const RESULTS = { "W+": "1–0", "B+": "0–1", "*": "–" } as const;

export function Games() {
  const [rows, setRows] = useState<Row[]>([]);
  const [trouble, setTrouble] = useState("");
  const [more, setMore] = useState(false);
  const load = (before?: number) =>
    getJson<{ games: Row[] }>("/api/games", { limit: String(PAGE), ...(before === undefined ? {} : { before: String(before) }) })
      .then(({ games }) => {
        setRows((old) => (before === undefined ? games : [...old, ...games]));
        setMore(games.length === PAGE);
      })
      .catch((e: Error) => setTrouble(e.message));
  useEffect(() => void load(), []);
  return (
    <main>
      <h1>Games</h1>
      {trouble && <p class="trouble" role="alert">{trouble}</p>}
      {rows.length === 0 && !trouble && <p class="soft">No game has been kept yet.</p>}
      {rows.length > 0 && (
        <div class="card scroll">
          <table class="wide" data-test="games">
            <thead><tr><th>White</th><th>Black</th><th>Result</th><th class="num">Moves</th><th>Room</th><th>Date</th><th /></tr></thead>
            <tbody>
              {rows.map((g) => (
                <tr key={g.id}>
                  <td><span class="dot white" aria-hidden="true" /> {g.white}</td>
                  <td><span class="dot black" aria-hidden="true" /> {g.black}</td>
                  <td title={g.reason}>{RESULTS[g.result] ?? g.result}</td>
                  <td class="num">{g.moves}</td>
                  <td>{g.room}</td>
                  <td class="soft">{g.date.slice(0, 16).replace("T", " ")}</td>
                  <td><a href={`#/game/${g.id}`}>open</a></td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {more && <button onClick={() => load(rows[rows.length - 1]!.id)}>More</button>}
    </main>
  );
}

export function KeptGame({ id, ply }: { id: string; ply?: number | undefined }) {
  const [game, setGame] = useState<(GameState & { room?: string }) | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    getJson<{ game: GameState; room?: string }>(`/api/games/${encodeURIComponent(id)}`)
      .then((answer) => setGame({ ...answer.game, ...(answer.room ? { room: answer.room } : {}) }))
      .catch((e: Error) => setTrouble(e.message));
  }, [id]);
  return (
    <main>
      <h1>{game ? <>{game.white} – {game.black} <span class="badge">game {id}</span></> : `Game ${id}`}</h1>
      {trouble && <p class="trouble" role="alert">{trouble}</p>}
      {game && (
        <GameView game={game} ply={ply ?? 0} link={(n) => `#/game/${id}/${n}`}>
          <p class="state" data-test="state">{game.result ? resultText(game) : "This game is still going on."}</p>
          {!game.result && game.room && <a class="button" href={roomAddress(game.room)}>Watch it live</a>}
        </GameView>
      )}
    </main>
  );
}
