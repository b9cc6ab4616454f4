// The moves in the usual notation, two in a row: the one of the side that began, and the answer.
import { useEffect, useRef } from "preact/hooks";
import type { Color } from "./rules";
import { other } from "./rules";

interface Props {
  moves: { move: string; seconds: number }[];
  first: Color;
  at: number;
  go: (ply: number) => void;
}

export function MoveList({ moves, first, at, go }: Props) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // The list scrolls, never the page.
    const box = list.current;
    const current = box?.querySelector<HTMLElement>("[aria-current]");
    if (!box) return;
    if (!current) box.scrollTop = 0;
    else if (current.offsetTop < box.scrollTop || current.offsetTop + current.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = current.offsetTop - box.clientHeight / 2;
  }, [at, moves.length]);
  if (moves.length === 0) return <p class="soft">No move yet.</p>;
  return (
    <ol class="moves" ref={list} data-test="moves">
      {moves.map((m, i) => {
        const color = i % 2 === 0 ? first : other(first);
        return (
          <li key={i}>
            {i % 2 === 0 && <span class="number" aria-hidden="true">{i / 2 + 1}.</span>}
            <button onClick={() => go(i + 1)} aria-current={i + 1 === at ? "step" : undefined}
              aria-label={`move ${i + 1}, ${color}, ${m.move}`} title={m.seconds > 0 ? `${m.seconds.toFixed(1)} s` : undefined}>
              <span class={`dot ${color}`} aria-hidden="true" />{m.move}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
