// Setting a position up: by hand, by text, from a file.
import { useState } from "preact/hooks";
import { type Cell, type Position, other, startOf, toFen } from "./rules";

export type Brush = Cell | null;
const BRUSHES: { brush: Brush; word: string }[] = [
  { brush: null, word: "Play moves" },
  { brush: "white", word: "White amazon" },
  { brush: "black", word: "Black amazon" },
  { brush: "arrow", word: "Arrow" },
  { brush: "empty", word: "Erase" },
];
const SIZES = [[10, 10], [8, 8], [7, 7], [6, 6], [5, 5]] as const;

export function paint(p: Position, square: number, brush: Cell): Position {
  const cells = p.cells.slice();
  cells[square] = cells[square] === brush ? "empty" : brush;
  return { ...p, cells, ply: cells.filter((c) => c === "arrow").length };
}

interface Props {
  position: Position;
  brush: Brush;
  onBrush: (b: Brush) => void;
  onPosition: (p: Position) => void;
  /** Text of a FEN, of moves, or of an SGF. */
  onText: (text: string) => void;
}

export function SetUp({ position, brush, onBrush, onPosition, onText }: Props) {
  const [text, setText] = useState("");
  const empty = (): Position => ({ ...position, cells: position.cells.map(() => "empty"), ply: 0 });
  return (
    <details class="card">
      <summary><h2>Set up a position</h2></summary>
      <div class="choice" role="group" aria-label="what a click on the board does">
        {BRUSHES.map(({ brush: b, word }) => (
          <button key={word} aria-pressed={brush === b} data-test={`brush-${b ?? "moves"}`} onClick={() => onBrush(b)}>{word}</button>
        ))}
      </div>
      <div class="row">
        <button onClick={() => onPosition({ ...position, toMove: other(position.toMove) })} data-test="side">
          {position.toMove === "white" ? "White" : "Black"} to move
        </button>
        <button onClick={() => onPosition(empty())}>Clear</button>
        <label>Start of
          <select value={`${position.columns}x${position.rows}`} onChange={(e) => {
            const [columns = 10, rows = 10] = e.currentTarget.value.split("x").map(Number);
            onPosition(startOf(columns, rows));
          }}>
            {SIZES.map(([c, r]) => <option value={`${c}x${r}`}>{c}×{r}</option>)}
          </select>
        </label>
      </div>
      <label class="stack">FEN, moves or SGF
        <textarea rows={3} value={text} data-test="text" placeholder={toFen(position)} spellcheck={false}
          onInput={(e) => setText(e.currentTarget.value)} />
      </label>
      <div class="row">
        <button data-test="read" onClick={() => onText(text)}>Read</button>
        <label class="button">Open a file
          <input type="file" accept=".sgf,.fen,.txt" class="unseen" onChange={async (e) => {
            const file = e.currentTarget.files?.[0];
            if (!file) return;
            const found = await file.text();
            setText(found);
            onText(found);
          }} />
        </label>
      </div>
    </details>
  );
}
