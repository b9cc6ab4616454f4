// The board as SVG: crisp at any size, playable by mouse, touch and keyboard, readable by a screen reader.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Move, Position } from "./rules";
import { arrows, destinations, squareName } from "./rules";
import { useSettings } from "./settings";

/** One number for each square, null where there is none; row 0 is rank 1. */
export interface HeatMap {
  values: (number | null)[];
  /** true: a small number is the better one (distances) */
  lowIsGood: boolean;
}

interface Props {
  position: Position;
  last?: Move | null;
  flipped?: boolean;
  heat?: HeatMap | null;
  /** Called with a whole legal move; without it the board cannot be clicked. */
  onMove?: ((m: Move) => void) | undefined;
  /** Called for any click on a square when set (setting up a position). */
  onSquare?: ((square: number) => void) | undefined;
  small?: boolean;
}

const CELL = 10;

/** Green to red, or blue to orange for those who cannot tell these apart. `t` from 0 (bad) to 1 (good). */
function heatColor(t: number, palette: "green-red" | "colour-blind"): string {
  if (palette === "green-red") return `hsl(${Math.round(120 * t)} 70% 50%)`;
  return t < 0.5 ? `hsl(28 90% ${50 + 60 * t}%)` : `hsl(210 80% ${80 - 60 * (t - 0.5)}%)`;
}

function range(values: (number | null)[]): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const v of values)
    if (v !== null) {
      low = Math.min(low, v);
      high = Math.max(high, v);
    }
  return [low, high];
}

function Amazon({ color, tanks }: { color: "white" | "black"; tanks: boolean }) {
  const className = `piece ${color}`;
  if (tanks)
    return (
      <g class={className}>
        <rect x="1.6" y="5.2" width="6.8" height="2.8" rx="1.3" />
        <rect x="3" y="3.2" width="3.6" height="2.4" rx="0.8" />
        <rect x="6.2" y="3.7" width="3" height="0.8" rx="0.3" />
      </g>
    );
  return (
    <g class={className}>
      <path d="M1.9 3 L3.4 5.2 L4.1 2.1 L5 5 L5.9 2.1 L6.6 5.2 L8.1 3 L7.2 7 H2.8 Z" />
      <rect x="2.7" y="7.3" width="4.6" height="1.1" rx="0.4" />
    </g>
  );
}

function Arrow({ tanks }: { tanks: boolean }) {
  if (tanks)
    return (
      <g class="arrow">
        <path d="M5 1.2 L6.1 3.3 L8.6 2.6 L7.4 4.8 L9 6.6 L6.6 6.6 L6 8.9 L4.5 7 L1.9 8.2 L2.9 5.7 L1 4 L3.7 3.6 Z" />
        <circle class="hole" cx="5" cy="5.1" r="1.9" />
      </g>
    );
  return <circle class="arrow" cx="5" cy="5" r="2.6" />;
}

const SPOKEN = { empty: "empty", white: "white amazon", black: "black amazon", arrow: "arrow" } as const;

export function Board({ position, last, flipped = false, heat, onMove, onSquare, small = false }: Props) {
  const { pieces, palette } = useSettings();
  const tanks = pieces === "tanks";
  const [from, setFrom] = useState<number | null>(null);
  const [to, setTo] = useState<number | null>(null);
  const [focus, setFocus] = useState(0);
  const svg = useRef<SVGSVGElement>(null);
  useEffect(() => {
    setFrom(null);
    setTo(null);
  }, [position]);

  const { columns, rows, cells } = position;
  const at = (s: number): [number, number] => {
    const column = s % columns;
    const row = Math.floor(s / columns);
    return flipped ? [(columns - 1 - column) * CELL, row * CELL] : [column * CELL, (rows - 1 - row) * CELL];
  };
  const targets = new Set(
    onMove === undefined || from === null ? [] : to === null ? destinations(position, from) : arrows(position, from, to),
  );
  const shown = (s: number) => (to !== null && s === from ? "empty" : to !== null && s === to ? position.toMove : cells[s]!);

  // Amazon, square, arrow. A click on the amazon or on its new square again takes that step back.
  function click(s: number): void {
    if (onSquare) return onSquare(s);
    if (!onMove) return;
    if (to !== null && from !== null) {
      if (targets.has(s)) return onMove({ from, to, arrow: s });
      setTo(null);
      if (s !== to) setFrom(null);
    } else if (from !== null && targets.has(s)) {
      setTo(s);
    } else {
      setFrom(cells[s] === position.toMove && s !== from ? s : null);
    }
  }
  function key(event: KeyboardEvent): void {
    const turn = flipped ? -1 : 1;
    const step: Record<string, [number, number]> = {
      ArrowUp: [0, turn], ArrowDown: [0, -turn], ArrowLeft: [-turn, 0], ArrowRight: [turn, 0],
    };
    const d = step[event.key];
    if (d) {
      const x = Math.min(columns - 1, Math.max(0, (focus % columns) + d[0]));
      const y = Math.min(rows - 1, Math.max(0, Math.floor(focus / columns) + d[1]));
      setFocus(y * columns + x);
      svg.current?.querySelector<SVGElement>(`[data-square="${squareName(position, y * columns + x)}"]`)?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      click(focus);
    } else if (event.key === "Escape") {
      if (to !== null) setTo(null);
      else setFrom(null);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  const [low, high] = heat ? range(heat.values) : [0, 0];
  const interactive = onMove !== undefined || onSquare !== undefined;
  const margin = small ? 0.4 : 5;
  const box = `${-margin} ${-0.4} ${columns * CELL + margin + 0.4} ${rows * CELL + margin + 0.4}`;
  return (
    <svg ref={svg} class={`board ${small ? "small" : ""}`} viewBox={box} role={small ? "img" : "grid"}
      aria-label={small ? "the board" : `board, ${position.toMove} to move`} onKeyDown={interactive ? key : undefined}>
      {cells.map((_, s) => {
        const [x, y] = at(s);
        const name = squareName(position, s);
        const value = heat?.values[s] ?? null;
        const t = value === null ? 0 : high === low ? 1 : (value - low) / (high - low);
        const marks = [
          (s % columns) + Math.floor(s / columns) & 1 ? "light" : "dark",
          last && (s === last.from || s === last.to) ? "last" : "",
          last && s === last.arrow ? "last-arrow" : "",
          s === from ? "chosen" : "",
        ].join(" ");
        return (
          <g key={s} class="square" transform={`translate(${x} ${y})`} data-square={name} data-cell={shown(s)}
            data-target={targets.has(s) ? "" : undefined}
            role={small ? undefined : "gridcell"}
            aria-label={small ? undefined : `${name} ${SPOKEN[shown(s)]}${targets.has(s) ? ", can be reached" : ""}`}
            tabIndex={interactive ? (s === focus ? 0 : -1) : undefined}
            onFocus={() => setFocus(s)} onClick={interactive ? () => click(s) : undefined}>
            <rect class={`cell ${marks}`} width={CELL} height={CELL} />
            {value !== null && (
              <rect class="heat" width={CELL} height={CELL} data-value={value}
                fill={heatColor(heat!.lowIsGood ? 1 - t : t, palette)}>
                <title>{`${name}: ${Number(value.toFixed(3))}`}</title>
              </rect>
            )}
            {(shown(s) === "white" || shown(s) === "black") && (
              <Amazon color={shown(s) as "white" | "black"} tanks={tanks} />
            )}
            {shown(s) === "arrow" && <Arrow tanks={tanks} />}
            {targets.has(s) && <circle class={to === null ? "target" : "target shoot"} cx="5" cy="5" r="1.4" />}
          </g>
        );
      })}
      {!small &&
        Array.from({ length: columns }, (_, c) => (
          <text class="label" x={at(c)[0] + 5} y={rows * CELL + 3.6} text-anchor="middle">
            {String.fromCharCode(97 + c)}
          </text>
        ))}
      {!small &&
        Array.from({ length: rows }, (_, r) => (
          <text class="label" x={-1.2} y={at(r * columns)[1] + 6} text-anchor="end">
            {r + 1}
          </text>
        ))}
    </svg>
  );
}
