// One room: the live game, seats, the engine, chat.
import { useEffect, useState } from "preact/hooks";
import { Chat } from "./chat";
import { GameView } from "./game_view";
import type { GameState } from "./live";
import { HouseChoice } from "./play";
import { type Color, type Move, moveName, parsePosition } from "./rules";
import type { House, Session } from "./session";

const REASONS: Record<string, string> = {
  "no-moves": "the other side has no move",
  timeout: "on time",
  resigned: "the other side resigned",
  "illegal-move": "the other side made an illegal move",
  left: "the other side left",
};

export function resultText(game: GameState): string {
  const r = game.result;
  if (!r) return "";
  if (!r.winner) return `Nobody wins: ${r.detail || r.reason.replace(/-/g, " ")}.`;
  const word = r.winner === "white" ? "White" : "Black";
  return `${game[r.winner]} wins as ${word}: ${REASONS[r.reason] ?? r.reason.replace(/-/g, " ")}.`;
}

function stateText(game: GameState, mine: Color | null, sent: boolean, seated: boolean): string {
  if (game.status === "over") return resultText(game);
  if (game.status !== "playing") return seated ? "Waiting for an opponent." : "No game has begun here.";
  if (game.paused) return `The clock stands still until ${game[game.to_move]} is back.`;
  if (game.to_move === mine) return sent ? "Your move is on its way." : "Your move: amazon, square, arrow.";
  return `${game[game.to_move]} is to move (${game.to_move === "white" ? "White" : "Black"}).`;
}

export function Room({ session, name, zone }: { session: Session; name: string; zone: string | undefined }) {
  const [house, setHouse] = useState<House>({ spec: "alphabeta:amazong", move_time_ms: 300 });
  useEffect(() => session.enter(name, "spectator", undefined, zone), [session, name, zone]);

  if (session.room !== name || !session.game)
    return (
      <main>
        <h1>{name}</h1>
        <p class="soft" role="status">{session.trouble ? "" : "Going in."}</p>
      </main>
    );
  const { game, me, seated } = session;
  const mine: Color | null = !seated ? null : game.black === me ? "black" : game.white === me ? "white" : null;
  const pending = session.sentAt === game.moves.length;
  const turn = game.status === "playing" && game.to_move === mine && !pending;
  const move = (m: Move) => session.play(moveName(parsePosition(game.start), m));
  const running = game.status === "playing";
  const seatsLeft = session.users.filter((u) => u.role === "player").length < 2;
  const free = running || !seatsLeft ? [] : (["white", "black"] as const).filter((c) => game.status === "over" || !game[c]);
  const leave = () => {
    if (running && !confirm("Leaving loses the game. Leave?")) return;
    session.leave();
    location.hash = "#/";
  };

  const actions = (
    <>
      {!seated && free.length > 0 && game.tournament === null && (
        <div class="row">
          {free.map((c) => (
            <button key={c} data-test={`sit-${c}`} onClick={() => session.enter(name, c)}>
              Sit down as {c === "white" ? "White" : "Black"}
            </button>
          ))}
        </div>
      )}
      {seated && !running && seatsLeft && session.house && game.tournament === null && (
        <div class="house">
          <HouseChoice house={house} onChange={setHouse} />
          <button class="wide" data-test="house" onClick={() => session.live.send({ type: "house", ...house, ref: "house" })}>Play the engine</button>
        </div>
      )}
      {seated && (
        <div class="row">
          {game.status === "over" && !seatsLeft && game.tournament === null && (
            <button class="primary" data-test="new-game" onClick={() => session.live.send({ type: "new-game", ref: "new-game" })}>Next game</button>
          )}
          <button data-test="leave" onClick={leave}>{running ? "Give up and leave" : "Leave the room"}</button>
        </div>
      )}
    </>
  );
  return (
    <main>
      <h1>{name}{game.tournament && <a class="badge" href={`#/tournament/${game.tournament.id}`}>round {game.tournament.round}</a>}</h1>
      <GameView key={game.id ?? "none"} game={game} onMove={turn ? move : undefined} flipped={mine === "black"}
        link={game.id === null ? undefined : (n) => `#/game/${game.id}/${n}`} actions={actions} foot={<Chat session={session} />}>
        <p class={`state ${turn ? "turn" : ""}`} role="status" data-test="state">{stateText(game, mine, pending, seated)}</p>
      </GameView>
    </main>
  );
}
