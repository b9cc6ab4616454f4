// The rules of the game for the page: positions, legal squares, notation. Squares are numbers 0..99, row * size + column,
// row 0 is rank 1. The server checks every move again.

export type Color = "black" | "white";
export type Cell = "empty" | "white" | "black" | "arrow";
export interface Move {
  from: number;
  to: number;
  arrow: number;
}
export interface Position {
  columns: number;
  rows: number;
  cells: Cell[];
  toMove: Color;
  ply: number;
}

export const START = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1";

export const other = (c: Color): Color => (c === "black" ? "white" : "black");

export function startPosition(first: Color = "white"): Position {
  const position = parseFen(START);
  position.toMove = first;
  return position;
}

/** The start on a board of another size, of 4 to 10 columns and rows (docs/rules.md). */
export function startOf(columns: number, rows: number): Position {
  if (columns === 10 && rows === 10) return startPosition();
  const cells = Array<Cell>(columns * rows).fill("empty");
  const [side, file] = columns === 8 && rows === 8 ? [2, 2] : [1, 1];
  for (const [x, y] of [[0, side], [file, 0], [columns - 1 - file, 0], [columns - 1, side]] as const) {
    cells[y * columns + x] = "white";
    cells[(rows - 1 - y) * columns + x] = "black";
  }
  return { columns, rows, cells, toMove: "white", ply: 0 };
}

const CELLS: Record<string, Cell> = { Q: "white", q: "black", "*": "arrow" };

/** Throws an Error that says what is wrong. */
export function parseFen(fen: string): Position {
  const [board = "", side = "w", , , ply = "0"] = fen.trim().split(/\s+/);
  const ranks = board.split("/");
  if (ranks.length < 1 || ranks.length > 10) throw new Error("a board has 1 to 10 ranks, split by /");
  const rows: Cell[][] = ranks.map((rank, i) => {
    const cells: Cell[] = [];
    for (const token of rank.match(/\d+|./g) ?? []) {
      if (/^\d+$/.test(token)) {
        const n = Number(token);
        if (n < 1 || n > 10) throw new Error(`rank ${ranks.length - i}: a run of ${token} empty squares`);
        for (let k = 0; k < n; k++) cells.push("empty");
      } else {
        const cell = CELLS[token];
        if (!cell) throw new Error(`rank ${ranks.length - i}: "${token}" is neither Q, q, * nor a number`);
        cells.push(cell);
      }
    }
    return cells;
  });
  const columns = rows[0]?.length ?? 0;
  if (columns < 1 || columns > 10 || rows.some((r) => r.length !== columns))
    throw new Error("every rank must have the same 1 to 10 squares");
  if (side !== "w" && side !== "b") throw new Error(`the side to move is "${side}", not w or b`);
  return {
    columns,
    rows: rows.length,
    cells: rows.reverse().flat(),
    toMove: side === "w" ? "white" : "black",
    ply: Number(ply) || 0,
  };
}

export function toFen(p: Position): string {
  const ranks: string[] = [];
  for (let row = p.rows - 1; row >= 0; row--) {
    let text = "";
    let run = 0;
    for (let column = 0; column < p.columns; column++) {
      const cell = p.cells[row * p.columns + column];
      if (cell === "empty") {
        run++;
        continue;
      }
      if (run) text += run;
      run = 0;
      text += cell === "white" ? "Q" : cell === "black" ? "q" : "*";
    }
    ranks.push(text + (run || ""));
  }
  // The full-move number grows after Black's moves, whoever began.
  const blackBegan = (p.toMove === "black") === (p.ply % 2 === 0);
  const fullMove = 1 + ((p.ply + (blackBegan ? 1 : 0)) >> 1);
  return `${ranks.join("/")} ${p.toMove === "white" ? "w" : "b"} - - ${p.ply} ${fullMove}`;
}

export const squareName = (p: Position, s: number): string =>
  String.fromCharCode(97 + (s % p.columns)) + (Math.floor(s / p.columns) + 1);

export function parseSquare(p: Position, text: string): number | null {
  const match = /^([a-j])(10|[1-9])$/.exec(text);
  if (!match) return null;
  const column = match[1]!.charCodeAt(0) - 97;
  const row = Number(match[2]) - 1;
  return column < p.columns && row < p.rows ? row * p.columns + column : null;
}

export const moveName = (p: Position, m: Move): string =>
  `${squareName(p, m.from)}-${squareName(p, m.to)}/${squareName(p, m.arrow)}`;

/** d1-d7/g7, d1-d7(g7) and d1d7,d7g7; null for anything else. */
export function parseMove(p: Position, text: string): Move | null {
  const sq = "([a-j](?:10|[1-9]))";
  const match =
    new RegExp(`^${sq}-${sq}[/(]${sq}\\)?$`).exec(text) ?? new RegExp(`^${sq}${sq},(?:${sq})${sq}$`).exec(text);
  if (!match) return null;
  const from = parseSquare(p, match[1]!);
  const to = parseSquare(p, match[2]!);
  const arrow = parseSquare(p, match[match.length - 1]!);
  return from === null || to === null || arrow === null ? null : { from, to, arrow };
}

const STEPS: ReadonlyArray<readonly [number, number]> = [
  [0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1],
];

/** Squares that a queen on `from` reaches; `open` counts as empty. */
export function reach(p: Position, from: number, open = -1): number[] {
  const found: number[] = [];
  const column = from % p.columns;
  const row = Math.floor(from / p.columns);
  for (const [dx, dy] of STEPS) {
    for (let x = column + dx, y = row + dy; x >= 0 && y >= 0 && x < p.columns && y < p.rows; x += dx, y += dy) {
      const s = y * p.columns + x;
      if (p.cells[s] !== "empty" && s !== open) break;
      found.push(s);
    }
  }
  return found;
}

export const destinations = (p: Position, from: number): number[] =>
  p.cells[from] === p.toMove ? reach(p, from) : [];
export const arrows = (p: Position, from: number, to: number): number[] => reach(p, to, from);

export function isLegal(p: Position, m: Move): boolean {
  return destinations(p, m.from).includes(m.to) && arrows(p, m.from, m.to).includes(m.arrow);
}

export const canMove = (p: Position): boolean => p.cells.some((c, s) => c === p.toMove && reach(p, s).length > 0);

export function play(p: Position, m: Move): Position {
  const cells = p.cells.slice();
  cells[m.to] = cells[m.from]!;
  cells[m.from] = "empty";
  cells[m.arrow] = "arrow";
  return { ...p, cells, toMove: other(p.toMove), ply: p.ply + 1 };
}

/** `startpos` or a FEN, then optionally `moves m1 m2 ...`. Throws an Error that says what is wrong. */
export function parsePosition(text: string): Position {
  const [head = "", tail = ""] = text.trim().split(/\s+moves\s+/);
  let p = head === "startpos" || head === "" ? startPosition() : parseFen(head);
  tail
    .split(/\s+/)
    .filter(Boolean)
    .forEach((word, i) => {
      const m = parseMove(p, word);
      if (!m || !isLegal(p, m)) throw new Error(`move ${i + 1}, ${word}, is not legal`);
      p = play(p, m);
    });
  return p;
}
