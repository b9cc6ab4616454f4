// A game with its variations. Values are never changed in place, so that a view sees every change.
import { type Move, type Position, isLegal, moveName, parseMove, parsePosition, play } from "./rules";

export interface TreeNode {
  position: Position;
  move: Move | null; // null: the root
  name: string;
  parent: number;
  children: number[]; // the main line first
}
/** Node 0 is the root; a node's number never changes. */
export type Tree = TreeNode[];

export const rootOf = (position: Position): Tree => [{ position, move: null, name: "", parent: -1, children: [] }];

/** The node after `move`, which is made when it is not there. */
export function extend(tree: Tree, at: number, move: Move): { tree: Tree; at: number } {
  const node = tree[at]!;
  const name = moveName(node.position, move);
  const known = node.children.find((c) => tree[c]!.name === name);
  if (known !== undefined) return { tree, at: known };
  const next = tree.slice();
  next[at] = { ...node, children: [...node.children, tree.length] };
  next.push({ position: play(node.position, move), move, name, parent: at, children: [] });
  return { tree: next, at: tree.length };
}

/** Plays on as far as the moves are legal. */
export function extendBy(tree: Tree, at: number, names: string[]): { tree: Tree; at: number } {
  let next = { tree, at };
  for (const name of names) {
    const { position } = next.tree[next.at]!;
    const move = parseMove(position, name);
    if (!move || !isLegal(position, move)) break;
    next = extend(next.tree, next.at, move);
  }
  return next;
}

/** Takes a node and what follows it away. Its number stays, out of reach. */
export function prune(tree: Tree, at: number): { tree: Tree; at: number } {
  const { parent } = tree[at]!;
  if (parent < 0) return { tree: [{ ...tree[0]!, children: [] }], at: 0 };
  const next = tree.slice();
  next[parent] = { ...tree[parent]!, children: tree[parent]!.children.filter((c) => c !== at) };
  return { tree: next, at: parent };
}

/** Makes the line through `at` the main line. */
export function promote(tree: Tree, at: number): Tree {
  const next = tree.slice();
  for (let n = at; next[n]!.parent >= 0; n = next[n]!.parent) {
    const parent = next[n]!.parent;
    const others = next[parent]!.children.filter((c) => c !== n);
    next[parent] = { ...next[parent]!, children: [n, ...others] };
  }
  return next;
}

/** The nodes from the root's child to `at`. */
export function pathTo(tree: Tree, at: number): number[] {
  const path: number[] = [];
  for (let n = at; n > 0; n = tree[n]!.parent) path.unshift(n);
  return path;
}

/** `startpos` or a FEN, then optionally `moves m1 m2 ...`; `ply` is where to stand, the end by default. */
export function readMoves(text: string, ply?: number): { tree: Tree; at: number } {
  const [head = "", tail = ""] = text.trim().split(/(?:^|\s+)moves\s+/);
  const names = tail.split(/\s+/).filter(Boolean);
  parsePosition(text); // throws where a move is not legal
  const whole = extendBy(rootOf(parsePosition(head)), 0, names);
  const path = [0, ...pathTo(whole.tree, whole.at)];
  return { tree: whole.tree, at: path[Math.min(ply ?? path.length - 1, path.length - 1)]! };
}
