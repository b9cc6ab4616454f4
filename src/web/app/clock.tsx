// A player's name and what is left of the move's time.
import { useEffect, useState } from "preact/hooks";
import type { GameState } from "./live";
import type { Color } from "./rules";

const TICK_MS = 100;
const SHORT_MS = 5000;

export function clockText(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export function Clock({ game, color }: { game: GameState; color: Color }) {
  const running = game.status === "playing" && game.to_move === color;
  const [since, setSince] = useState(() => performance.now());
  const [now, setNow] = useState(since);
  useEffect(() => {
    const start = performance.now();
    setSince(start);
    setNow(start);
    if (!running || game.paused) return;
    const timer = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [running, game.paused, game.remaining_ms, game.moves.length]);
  const left = running && game.remaining_ms !== null ? game.remaining_ms - (now - since) : game.move_time_ms;
  const won = game.result?.winner === color;
  return (
    <div class={`clock ${running ? "running" : ""}`} data-test={`clock-${color}`}>
      <span class={`dot ${color}`} aria-hidden="true" />
      <span class="name">{game[color] || "nobody yet"}</span>
      <span class="unseen">{color}</span>
      {won && <span class="won">won</span>}
      {left !== null && game.status === "playing" && (
        <time role="timer" class={left < SHORT_MS && running ? "short" : ""}>{clockText(left)}</time>
      )}
    </div>
  );
}
