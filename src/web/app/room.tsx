// One room: the live game, seats, chat.
import { useEffect, useState } from "preact/hooks";
import type { GameState, Live } from "./live";
import { moveName, parsePosition } from "./rules";
import type { Color, Move } from "./rules";
import { ReplayView } from "./replay";

interface Line {
  name: string;
  text: string;
}

function applyMove(game: GameState, m: Extract<import("./live").ServerMessage, { type: "move" }>): GameState {
  if (m.ply <= game.moves.length) return game; // told twice, by a state and by the move itself
  return {
    ...game,
    moves: [...game.moves, { move: m.move, seconds: m.seconds }],
    to_move: m.to_move,
    remaining_ms: m.remaining_ms,
  };
}

function resultText(game: GameState): string {
  const r = game.result;
  if (!r) return "";
  const winner = r.winner ? `${game[r.winner]} (${r.winner}) wins` : "nobody wins";
  return `${winner}: ${r.reason.replace("-", " ")}${r.detail ? `, ${r.detail}` : ""}`;
}

export const HOUSE_STRENGTHS: { label: string; spec: string; ms: number }[] = [
  { label: "beginner (random moves)", spec: "random", ms: 500 },
  { label: "easy (one ply)", spec: "greedy:terrain", ms: 500 },
  { label: "club (0.3 s)", spec: "alphabeta:amazong", ms: 300 },
  { label: "strong (2 s)", spec: "alphabeta:amazong", ms: 2000 },
  { label: "strongest (10 s)", spec: "alphabeta:amazong", ms: 10000 },
];

export function Room({ live, name, me, play }: { live: Live; name: string; me: string; play: boolean }) {
  const [game, setGame] = useState<GameState | null>(null);
  const [role, setRole] = useState<"player" | "spectator" | null>(null);
  const [chat, setChat] = useState<Line[]>([]);
  const [trouble, setTrouble] = useState("");
  const [text, setText] = useState("");
  const [strength, setStrength] = useState(2);

  useEffect(() => {
    setGame(null);
    setChat([]);
    return live.on((m) => {
      if (m.type === "joined" && m.room === name) setRole(m.users.find((u) => u.name === me)?.role ?? "spectator");
      else if (m.type === "game" && m.room === name) setGame(m.game);
      else if (m.type === "move" && m.room === name) setGame((g) => g && applyMove(g, m));
      else if (m.type === "chat" && m.room === name) setChat((c) => [...c.slice(-199), { name: m.name, text: m.text }]);
      else if (m.type === "entered" && m.room === name)
        setChat((c) => [...c.slice(-199), { name: "", text: `${m.name} came in as a ${m.role}` }]);
      else if (m.type === "left" && m.room === name)
        setChat((c) => [...c.slice(-199), { name: "", text: `${m.name} left` }]);
      else if (m.type === "error") setTrouble(m.message);
    });
  }, [live, name, me]);

  const mine: Color | null = !game || role !== "player" ? null : game.black === me ? "black" : game.white === me ? "white" : null;
  const turn = game?.status === "playing" && game.to_move === mine;
  const send = (m: Move) => {
    if (!game) return;
    setTrouble("");
    const position = parsePosition(game.start + (game.moves.length ? " moves " + game.moves.map((x) => x.move).join(" ") : ""));
    live.send({ type: "move", move: moveName(position, m) });
  };
  const empty = !game || !game.black || !game.white;

  return (
    <main>
      <h1>{name}</h1>
      {trouble && <p class="trouble" role="alert">{trouble}</p>}
      {game && (
        <ReplayView game={game} onMove={turn ? send : undefined} flipped={mine === "black"}>
          <p class="state" role="status" data-test="state">
            {game.status === "over" ? resultText(game)
              : game.status === "waiting" ? "Waiting for an opponent."
              : turn ? "Your move: choose an amazon, its square, then the arrow's."
              : `${game[game.to_move]} (${game.to_move}) is to move.`}
          </p>
          <div class="row">
            {role === "spectator" && empty && (
              <button onClick={() => live.send({ type: "join", room: name, as: "any" })}>Take a seat</button>
            )}
            {role === "player" && game.status === "over" && (
              <button onClick={() => live.send({ type: "new-game" })} data-test="new-game">Next game</button>
            )}
            {role === "player" && game.status === "waiting" && (
              <>
                <label>
                  Engine
                  <select value={strength} onChange={(e) => setStrength(Number(e.currentTarget.value))} data-test="strength">
                    {HOUSE_STRENGTHS.map((s, i) => <option value={i}>{s.label}</option>)}
                  </select>
                </label>
                <button data-test="house" onClick={() => {
                  const s = HOUSE_STRENGTHS[strength]!;
                  live.send({ type: "house", spec: s.spec, move_time_ms: s.ms });
                }}>Play the engine</button>
              </>
            )}
            {play && <span />}
          </div>
          <details>
            <summary>Chat</summary>
            <ul class="chat" aria-live="polite">
              {chat.map((l, i) => <li key={i}>{l.name ? <b>{l.name}: </b> : null}{l.text}</li>)}
            </ul>
            <form onSubmit={(e) => {
              e.preventDefault();
              if (text.trim()) live.send({ type: "chat", text: text.trim() });
              setText("");
            }}>
              <label class="unseen" for="chat-text">message</label>
              <input id="chat-text" value={text} maxLength={200} onInput={(e) => setText(e.currentTarget.value)} />
              <button>Send</button>
            </form>
          </details>
        </ReplayView>
      )}
    </main>
  );
}
