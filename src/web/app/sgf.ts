// SGF for the page: a game with its variations, both ways of writing moves (six letters, or d1-d7/g7), set-up by
// AB, AW, AA and PL.
import { type Cell, type Color, type Move, type Position, isLegal, moveName, parseMove, parseSquare, squareName, startOf } from "./rules";
import { type Tree, extend, rootOf } from "./tree";

export interface SgfInfo {
  black?: string;
  white?: string;
  result?: string;
}

type Properties = Map<string, string[]>;
interface Node {
  properties: Properties;
  children: Node[];
}

/** The first game of the text. Throws an Error that says what is wrong. */
function parseNodes(text: string): Node {
  let i = 0;
  const space = () => {
    while (/\s/.test(text[i] ?? "")) i++;
  };
  const fail = (what: string): never => {
    throw new Error(`SGF, character ${i + 1}: ${what}`);
  };
  function value(): string {
    let out = "";
    for (i++; text[i] !== "]"; i++) {
      if (i >= text.length) fail("a value is not closed by ]");
      if (text[i] === "\\") i++;
      out += text[i] ?? "";
    }
    i++;
    return out;
  }
  function node(): Node {
    i++; // the semicolon
    const properties: Properties = new Map();
    for (space(); /[A-Za-z]/.test(text[i] ?? ""); space()) {
      let name = "";
      for (; /[A-Za-z]/.test(text[i] ?? ""); i++) name += text[i];
      name = name.replace(/[a-z]/g, "");
      const values = properties.get(name) ?? [];
      for (space(); text[i] === "["; space()) values.push(value());
      if (values.length === 0) fail(`${name} has no value`);
      properties.set(name, values);
    }
    return { properties, children: [] };
  }
  function tree(): Node {
    i++; // the bracket
    space();
    if (text[i] !== ";") fail("a game begins with (;");
    const first = node();
    let last = first;
    for (space(); text[i] === ";"; space()) {
      const next = node();
      last.children.push(next);
      last = next;
    }
    for (; text[i] === "("; space()) last.children.push(tree());
    if (text[i] !== ")") fail("expected ; ( or )");
    i++;
    return first;
  }
  space();
  if (text[i] !== "(") fail("a game begins with (;");
  return tree();
}

const isStandard = (move: string) => /^[a-z]{6}$/.test(move);

/** Two letters with rows from the top, or as "d1". */
function readPoint(p: Position, text: string): number {
  const pair = /^([a-j])([a-j])$/.exec(text);
  const square = pair
    ? parseSquare(p, pair[1]! + (p.rows - (pair[2]!.charCodeAt(0) - 97)))
    : parseSquare(p, text);
  if (square === null) throw new Error(`"${text}" is not a point of the board`);
  return square;
}

function readMove(p: Position, text: string): Move | null {
  if (!isStandard(text)) return parseMove(p, text);
  return { from: readPoint(p, text.slice(0, 2)), to: readPoint(p, text.slice(2, 4)), arrow: readPoint(p, text.slice(4)) };
}

function moveOf(node: Node): [Color, string] | null {
  const black = node.properties.get("B")?.[0];
  const white = node.properties.get("W")?.[0];
  return black !== undefined ? ["black", black] : white !== undefined ? ["white", white] : null;
}

function readStart(root: Node): Position {
  let size = root.properties.get("SZ")?.[0] ?? "10";
  if (!size.includes(":")) size += `:${size}`;
  const [columns = 0, rows = 0] = size.split(":").map(Number);
  if (!(columns >= 1 && columns <= 10 && rows >= 1 && rows <= 10)) throw new Error(`SZ[${size}] is not a size of 1 to 10`);
  let first: Node | undefined = root;
  while (first && !moveOf(first)) first = first.children[0];
  const mover = first ? moveOf(first)! : null;
  const empty: Position = { columns, rows, cells: Array<Cell>(columns * rows).fill("empty"), toMove: "white", ply: 0 };
  for (const [name, cell] of [["AB", "black"], ["AW", "white"], ["AA", "arrow"]] as const)
    for (const range of root.properties.get(name) ?? []) {
      const [a = "", b = a] = range.split(":");
      const [from, to] = [readPoint(empty, a), readPoint(empty, b)];
      const [low, high] = [Math.min(from % columns, to % columns), Math.max(from % columns, to % columns)];
      for (let s = Math.min(from, to) - (Math.min(from, to) % columns); s <= Math.max(from, to); s++)
        if (s % columns >= low && s % columns <= high) empty.cells[s] = cell;
    }
  const said = root.properties.get("PL")?.[0]?.toUpperCase();
  const toMove: Color = mover ? mover[0] : said === "W" ? "white" : said === "B" ? "black" : "black";
  const start = { ...empty, toMove };
  if (!empty.cells.includes("white") && !empty.cells.includes("black")) {
    if (columns < 4 || rows < 4) throw new Error(`a board of ${columns}x${rows} has no usual start; set it up by AB and AW`);
    start.cells = startOf(columns, rows).cells;
    // The standard's six letters go with Black at the bottom.
    if (mover && isStandard(mover[1]))
      start.cells = start.cells.map((c) => (c === "white" ? "black" : c === "black" ? "white" : c));
    empty.cells.forEach((cell, square) => {
      if (cell !== "arrow") return;
      if (start.cells[square] !== "empty") throw new Error(`AA puts an arrow on the amazon at ${squareName(start, square)}`);
      start.cells[square] = cell;
    });
  }
  // Every move shoots one arrow, so the arrows tell how far the game has come, unless GC says otherwise.
  const ply = Number(/^ply: (\d{1,3})$/m.exec(root.properties.get("GC")?.[0] ?? "")?.[1] ?? NaN);
  start.ply = ply <= MAX_COUNTER - count(start, "empty") ? ply : count(start, "arrow");
  return start;
}

const MAX_COUNTER = 999; // of a FEN; every move that follows fills a square and counts one more
const count = (p: Position, cell: Cell) => p.cells.filter((c) => c === cell).length;

export function readSgf(text: string): { tree: Tree; info: SgfInfo } {
  const root = parseNodes(text);
  const game = root.properties.get("GM")?.[0] ?? "18";
  if (game !== "18") throw new Error(`GM[${game}] is not the Game of the Amazons, which is 18`);
  let tree = rootOf(readStart(root));
  const walk = (node: Node, at: number, number: number) => {
    const found = moveOf(node);
    if (found) {
      const position = tree[at]!.position;
      const move = readMove(position, found[1]);
      if (!move || found[0] !== position.toMove || !isLegal(position, move))
        throw new Error(`move ${number}, ${found[1]} by ${found[0]}, is not legal`);
      ({ tree, at } = extend(tree, at, move));
    }
    for (const child of node.children) walk(child, at, found ? number + 1 : number);
  };
  walk(root, 0, 1);
  const info: SgfInfo = {};
  const [black, white, result] = ["PB", "PW", "RE"].map((name) => root.properties.get(name)?.[0]);
  if (black) info.black = black;
  if (white) info.white = white;
  if (result) info.result = result;
  return { tree, info };
}

export function writeSgf(tree: Tree, info: SgfInfo = {}): string {
  const start = tree[0]!.position;
  const property = (name: string, value: string | undefined) =>
    value ? `${name}[${value.replace(/[\]\\]/g, "\\$&")}]` : "";
  const points = (name: string, cell: Cell) => {
    const found = start.cells.flatMap((c, s) => (c === cell ? [`[${squareName(start, s)}]`] : []));
    return found.length ? name + found.join("") : "";
  };
  const size = start.columns === start.rows ? `${start.columns}` : `${start.columns}:${start.rows}`;
  const head =
    `;FF[4]GM[18]CA[UTF-8]SZ[${size}]` + property("PB", info.black) + property("PW", info.white) +
    property("RE", info.result) + property("GC", start.ply === count(start, "arrow") ? "" : `ply: ${start.ply}`) + points("AB", "black") + points("AW", "white") + points("AA", "arrow") +
    `PL[${start.toMove === "white" ? "W" : "B"}]`;
  const after = (n: number): string => {
    const { children } = tree[n]!;
    const texts = children.map((c) => {
      const mover = tree[n]!.position.toMove === "white" ? "W" : "B";
      return `;${mover}[${moveName(tree[n]!.position, tree[c]!.move!)}]${after(c)}`;
    });
    return texts.length > 1 ? texts.map((t) => `(${t})`).join("") : texts.join("");
  };
  return `(${head}${after(0)})\n`;
}
