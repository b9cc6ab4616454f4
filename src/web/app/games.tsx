// Finished games: the list, and one of them.
import { useEffect, useState } from "preact/hooks";
import { getJson, type GameState } from "./live";
import { ReplayView } from "./replay";

interface Row {
  id: number;
  room: string;
  black: string;
  white: string;
  result: string;
  reason: string;
  moves: number;
  date: string;
}

export function Games() {
  const [rows, setRows] = useState<Row[]>([]);
  const [trouble, setTrouble] = useState("");
  const [more, setMore] = useState(true);
  const load = (before?: number) =>
    getJson<{ games: Row[] }>("/api/games", before === undefined ? { limit: "50" } : { limit: "50", before: String(before) })
      .then(({ games }) => {
        setRows((old) => (before === undefined ? games : [...old, ...games]));
        setMore(games.length === 50);
      })
      .catch((e: Error) => setTrouble(e.message));
  useEffect(() => void load(), []);
  return (
    <main>
      <h1>Finished games</h1>
      {trouble && <p class="trouble" role="alert">{trouble}</p>}
      <table>
        <thead>
          <tr><th>Black</th><th>White</th><th>Result</th><th>Moves</th><th>Room</th><th>Date</th></tr>
        </thead>
        <tbody>
          {rows.map((g) => (
            <tr key={g.id}>
              <td><a href={`#/game/${g.id}`}>{g.black}</a></td>
              <td>{g.white}</td>
              <td>{g.result} {g.reason}</td>
              <td>{g.moves}</td>
              <td>{g.room}</td>
              <td>{g.date.slice(0, 16).replace("T", " ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more && rows.length > 0 && <button onClick={() => load(rows[rows.length - 1]!.id)}>More</button>}
    </main>
  );
}

export function FinishedGame({ id, ply }: { id: string; ply?: number | undefined }) {
  const [game, setGame] = useState<GameState | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    getJson<{ game: GameState }>(`/api/games/${id}`)
      .then((answer) => setGame(answer.game))
      .catch((e: Error) => setTrouble(e.message));
  }, [id]);
  return (
    <main>
      <h1>Game {id}</h1>
      {trouble && <p class="trouble" role="alert">{trouble}</p>}
      {game && (
        <ReplayView game={game} ply={ply ?? 0} link={(n) => `#/game/${id}/${n}`}>
          <p class="state">
            {game.result?.winner ? `${game[game.result.winner]} (${game.result.winner}) won` : "nobody won"}:{" "}
            {game.result?.reason.replace("-", " ")} {game.result?.detail}
          </p>
        </ReplayView>
      )}
    </main>
  );
}
