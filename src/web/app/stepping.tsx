// Going through a game: buttons, and the keys of the whole page.
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "./icons";

interface Steps {
  back: () => void;
  on: () => void;
  first: () => void;
  last: () => void;
  flip: () => void;
}

/** Left, right, Home, End and f; not while somebody writes or walks over the board. */
export function useStepKeys(steps: Steps): void {
  const newest = useRef(steps);
  newest.current = steps;
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      const where = e.target as Element | null;
      if (e.ctrlKey || e.altKey || e.metaKey || where?.closest("input, textarea, select, .board [tabindex]")) return;
      const keys: Record<string, keyof Steps> = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", f: "flip" };
      const step = keys[e.key];
      if (!step) return;
      newest.current[step]();
      e.preventDefault();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);
}

export function StepButtons({ at, newest, go, onFlip }: { at: number; newest: number; go: (n: number) => void; onFlip: () => void }) {
  return (
    <div class="steps" role="group" aria-label="stepping through the game">
      <button onClick={() => go(0)} aria-label="first position" title="first (Home)" disabled={at === 0}><Icon name="first" /></button>
      <button onClick={() => go(at - 1)} aria-label="one move back" title="back (left arrow)" disabled={at === 0}><Icon name="back" /></button>
      <span class="ply" data-test="ply">{at} / {newest}</span>
      <button onClick={() => go(at + 1)} aria-label="one move on" title="on (right arrow)" disabled={at === newest}><Icon name="on" /></button>
      <button onClick={() => go(newest)} aria-label="newest position" title="newest (End)" disabled={at === newest}><Icon name="last" /></button>
      <button onClick={onFlip} aria-label="turn the board" title="turn the board (f)"><Icon name="flip" /></button>
    </div>
  );
}
