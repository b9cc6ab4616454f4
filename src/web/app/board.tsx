// The board as SVG: crisp at any size, for mouse, touch and keyboard, and as a grid for a screen reader.
import { useRef } from "preact/hooks";
import { type HeatMap, goodness, heatColor, heatText, rangeOf } from "./heat";
import type { MoveInput } from "./input";
import { useNow } from "./now";
import { Amazon, Blast, Crater, Stone, Tank } from "./pieces";
import { type Cell, type Color, type Move, type Position, squareName } from "./rules";
import { useSettings } from "./settings";

interface Props {
  position: Position;
  /** The move that led here; marked, and shown moving when `animate`. */
  last?: Move | null | undefined;
  animate?: boolean;
  flipped?: boolean;
  heat?: HeatMap | null | undefined;
  /** +1 White's, -1 Black's, 0 nobody's or both's; null: nothing to show. */
  owners?: (number | null)[] | null | undefined;
  /** Numbers of a heat map written on the squares. */
  numbers?: boolean;
  /** Moves drawn over the board, the best first. */
  hints?: Move[] | undefined;
  input?: MoveInput | undefined;
  /** Takes every click (setting up a position). */
  onSquare?: ((square: number) => void) | undefined;
  /** Told which square is pointed at. */
  onPoint?: ((square: number | null) => void) | undefined;
  small?: boolean;
}

const CELL = 10;
const SPOKEN: Record<Cell, string> = { empty: "empty", white: "white amazon", black: "black amazon", arrow: "arrow" };

/** Clockwise from up, as the screen shows it. */
const angleOf = ([x1, y1]: [number, number], [x2, y2]: [number, number]) =>
  Math.round((Math.atan2(x2 - x1, y1 - y2) * 180) / Math.PI);

export function Board(props: Props) {
  const { position, last, flipped = false, heat, owners, input, onSquare, small = false } = props;
  const { board, palette, motion } = useSettings();
  const tanks = board === "tanks";
  const { columns, rows, cells } = position;
  const svg = useRef<SVGSVGElement>(null);
  const focus = useNow<number>(0);

  const at = (s: number): [number, number] => {
    const column = s % columns;
    const row = Math.floor(s / columns);
    return flipped ? [(columns - 1 - column) * CELL, row * CELL] : [column * CELL, (rows - 1 - row) * CELL];
  };
  // While a move is being entered the amazon already stands on its new square.
  const shown = (s: number): Cell => {
    if (!input || input.to === null) return cells[s]!;
    return s === input.from ? "empty" : s === input.to ? position.toMove : cells[s]!;
  };
  const click = onSquare ?? input?.click;
  const moving = props.animate && motion && !small && last ? last : null;

  function key(event: KeyboardEvent): void {
    const turn = flipped ? -1 : 1;
    const steps: Record<string, [number, number]> = {
      ArrowUp: [0, turn], ArrowDown: [0, -turn], ArrowLeft: [-turn, 0], ArrowRight: [turn, 0],
    };
    const d = steps[event.key];
    if (d) {
      const x = Math.min(columns - 1, Math.max(0, (focus.current() % columns) + d[0]));
      const y = Math.min(rows - 1, Math.max(0, Math.floor(focus.current() / columns) + d[1]));
      focus.set(y * columns + x);
      svg.current?.querySelector<SVGElement>(`[data-square="${squareName(position, y * columns + x)}"]`)?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      click?.(focus.current());
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  function ground(s: number) {
    const [x, y] = at(s);
    const marks = [
      (s % columns) + Math.floor(s / columns) & 1 ? "light" : "dark",
      last && (s === last.from || s === last.to) ? "last" : "",
      last && s === last.arrow ? "last-arrow" : "",
      input && (s === input.from || s === input.to) ? "chosen" : "",
    ];
    return <rect key={s} class={`cell ${marks.join(" ")}`} x={x} y={y} width={CELL} height={CELL} />;
  }

  function stands(s: number) {
    const cell = shown(s);
    if (cell === "empty") return null;
    const [x, y] = at(s);
    const here = `translate(${x} ${y})`;
    if (cell === "arrow") {
      const landing = moving?.arrow === s;
      return (
        <g key={landing ? `arrow${position.ply}` : s} transform={here}>
          <g class={landing ? "landing" : ""}>{tanks ? <Crater /> : <Stone plain={small} />}</g>
          {landing && tanks && <Blast />}
        </g>
      );
    }
    const aim = last?.to === s && cells[last.arrow] === "arrow" ? angleOf(at(s), at(last.arrow)) : null;
    const rest = (cell === "white") !== flipped ? 0 : 180;
    const piece = tanks ? <Tank color={cell as Color} angle={aim ?? rest} /> : <Amazon color={cell as Color} />;
    if (moving?.to !== s) return <g key={s} transform={here}>{piece}</g>;
    const [fx, fy] = at(moving.from);
    return (
      <g key={`piece${position.ply}`} transform={here}>
        <g class="arriving" style={`--dx:${fx - x}px;--dy:${fy - y}px`}>{piece}</g>
      </g>
    );
  }

  const ends = heat ? rangeOf(heat) : null;
  function warm(s: number) {
    const value = heat?.values[s] ?? null;
    if (!heat || !ends || value === null) return null;
    const [x, y] = at(s);
    return (
      <rect key={s} class="heat" data-heat={squareName(position, s)} data-value={value} x={x} y={y} width={CELL} height={CELL}
        fill={heatColor(goodness(value, ends, heat.lowIsGood), palette)} />
    );
  }

  // In the middle of the square, or at a piece's feet.
  function number(s: number) {
    const value = heat?.values[s] ?? null;
    if (value === null) return null;
    const [x, y] = at(s);
    const free = shown(s) === "empty";
    return <text key={s} class={`number ${free ? "" : "over"}`} x={x + 5} y={y + (free ? 6 : 9.6)} text-anchor="middle">{Number(value.toFixed(1))}</text>;
  }

  function owned(s: number) {
    const owner = owners?.[s] ?? null;
    if (owner === null || shown(s) !== "empty") return null;
    const [x, y] = at(s);
    const name = owner > 0 ? "white" : owner < 0 ? "black" : "both";
    return <rect key={s} class={`owner ${name}`} x={x + 3.2} y={y + 3.2} width="3.6" height="3.6" rx="0.8" />;
  }

  function hint(m: Move, i: number) {
    const [a, b, c] = [m.from, m.to, m.arrow].map((s) => at(s).map((v) => v + 5) as [number, number]);
    return (
      <g key={i} class={`hint ${i === 0 ? "best" : ""}`}>
        <line class="go" x1={a![0]} y1={a![1]} x2={b![0]} y2={b![1]} />
        <circle class="stop" cx={b![0]} cy={b![1]} r="1.5" />
        <line class="shot" x1={b![0]} y1={b![1]} x2={c![0]} y2={c![1]} />
        <path class="cross" d={`M${c![0] - 1.4} ${c![1] - 1.4}l2.8 2.8m0 -2.8l-2.8 2.8`} />
      </g>
    );
  }

  const targets = new Set(input?.targets ?? []);
  function square(s: number) {
    const [x, y] = at(s);
    const name = squareName(position, s);
    const value = heat?.values[s] ?? null;
    const words = [name, SPOKEN[shown(s)], targets.has(s) ? "can be reached" : "", value === null ? "" : heatText(value)];
    return (
      <g key={s} class="square" role="gridcell" data-square={name} data-cell={shown(s)}
        data-target={targets.has(s) ? "" : undefined} aria-label={words.filter(Boolean).join(", ")}
        tabIndex={click ? (s === focus.current() ? 0 : -1) : undefined} onFocus={() => focus.set(s)}
        onClick={click ? () => click(s) : undefined} onPointerEnter={() => props.onPoint?.(s)}>
        <rect class="touch" x={x} y={y} width={CELL} height={CELL}>
          {value !== null && <title>{`${name}: ${heatText(value)}`}</title>}
        </rect>
        {targets.has(s) && (input!.to === null
          ? <circle class="target" cx={x + 5} cy={y + 5} r="1.5" />
          : <path class="target shoot" d={`M${x + 3.4} ${y + 3.4}l3.2 3.2m0 -3.2l-3.2 3.2`} />)}
      </g>
    );
  }

  const squares = cells.map((_, s) => s);
  const ranks = Array.from({ length: rows }, (_, i) => (flipped ? i : rows - 1 - i));
  // Who moves is drawn last, so that it goes over the others.
  const standing = moving ? [...squares.filter((s) => s !== moving.to), moving.to] : squares;
  const edge = small ? 0 : 4.6;
  return (
    <svg ref={svg} class={`board ${small ? "small" : ""}`} viewBox={`${-edge} 0 ${columns * CELL + edge} ${rows * CELL + edge}`}
      role={small ? "img" : "grid"} aria-label={small ? "board" : `board, ${position.toMove} to move`}
      onKeyDown={click ? key : undefined} onPointerLeave={() => props.onPoint?.(null)}>
      <g class="ground">{squares.map(ground)}</g>
      {heat && <g class="heats">{squares.map(warm)}</g>}
      {owners && <g class="owners">{squares.map(owned)}</g>}
      <g class="pieces">{standing.map(stands)}</g>
      {heat && props.numbers && <g class="numbers" aria-hidden="true">{squares.map(number)}</g>}
      {props.hints && <g class="hints" aria-hidden="true">{props.hints.map(hint).reverse()}</g>}
      {!small && ranks.map((row) => (
        <g key={row} role="row">
          {Array.from({ length: columns }, (_, c) => square(row * columns + (flipped ? columns - 1 - c : c)))}
        </g>
      ))}
      {!small && (
        <g class="labels" aria-hidden="true">
          {Array.from({ length: columns }, (_, c) => (
            <text key={`f${c}`} x={at(c)[0] + 5} y={rows * CELL + 3.5} text-anchor="middle">{String.fromCharCode(97 + c)}</text>
          ))}
          {Array.from({ length: rows }, (_, r) => (
            <text key={`r${r}`} x={-1.3} y={at(r * columns)[1] + 6} text-anchor="end">{r + 1}</text>
          ))}
        </g>
      )}
    </svg>
  );
}
