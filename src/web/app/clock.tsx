// A player's name and what is left of the move's time.
import { useEffect, useState } from "preact/hooks";
import type { GameState } from "./live";
import type { Color } from "./rules";

const TICK_MS = 200;

export function Clock({ game, color }: { game: GameState; color: Color }) {
  const running = game.status === "playing" && game.to_move === color;
  const [since, setSince] = useState(() => performance.now());
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    setSince(performance.now());
    setNow(performance.now());
  }, [game]);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [running]);
  const full = game.move_time_ms;
  const left = running && game.remaining_ms !== null ? Math.max(0, game.remaining_ms - (now - since)) : full;
  const won = game.result?.winner === color;
  return (
    <div class={`clock ${running ? "running" : ""}`}>
      <span class={`dot ${color}`} aria-hidden="true" />
      <span class="name">{game[color] || "waiting for a player"}</span>
      {won && <span class="won">won</span>}
      {left !== null && game.status === "playing" && (
        <time class={left < 5000 && running ? "short" : ""}>{(left / 1000).toFixed(1)}</time>
      )}
    </div>
  );
}
