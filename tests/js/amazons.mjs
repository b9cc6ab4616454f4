// The rules of the Game of the Amazons, small and written apart from Thermodon's, so that a game between the
// two tests both. Squares are [row, column], 1-based, as on the wire: row 1 is White's side.
import assert from "node:assert/strict";

export const SIZE = 10;
export const EMPTY = 0;
export const BLACK = 1;
export const WHITE = 2;
export const ARROW = 3;

const DIRECTIONS = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

export const opponent = (color) => (color === BLACK ? WHITE : BLACK);
export const colorName = (color) => (color === BLACK ? "black" : "white");
export const squareName = ([row, column]) => "abcdefghij"[column - 1] + row;
export const moveName = ({ from, to, arrow }) =>
  `${squareName(from)}-${squareName(to)}/${squareName(arrow)}`;

export class Board {
  // From the 121 cells of a game-state message: index = 11 * row + column.
  constructor(cells) {
    assert.equal(cells.length, 121, "a board has 121 cells");
    this.cells = [...cells];
  }

  at([row, column]) {
    if (row < 1 || row > SIZE || column < 1 || column > SIZE) return undefined;
    return this.cells[11 * row + column];
  }

  set([row, column], code) {
    this.cells[11 * row + column] = code;
  }

  // The squares that a queen on `square` reaches; `vacated` counts as empty.
  reach(square, vacated) {
    const squares = [];
    for (const [up, right] of DIRECTIONS) {
      for (let step = 1; ; ++step) {
        const next = [square[0] + up * step, square[1] + right * step];
        const isVacated = vacated && next[0] === vacated[0] && next[1] === vacated[1];
        if (!isVacated && this.at(next) !== EMPTY) break;
        squares.push(next);
      }
    }
    return squares;
  }

  amazons(color) {
    const squares = [];
    for (let row = 1; row <= SIZE; ++row)
      for (let column = 1; column <= SIZE; ++column)
        if (this.at([row, column]) === color) squares.push([row, column]);
    return squares;
  }

  moves(color) {
    const all = [];
    for (const from of this.amazons(color))
      for (const to of this.reach(from))
        for (const arrow of this.reach(to, from)) all.push({ from, to, arrow });
    return all;
  }

  canMove(color) {
    return this.amazons(color).some((from) => this.reach(from).length > 0);
  }

  isLegal(color, move) {
    const name = moveName(move);
    return this.moves(color).some((legal) => moveName(legal) === name);
  }

  play(color, { from, to, arrow }) {
    this.set(from, EMPTY);
    this.set(to, color);
    this.set(arrow, ARROW);
  }

  arrows() {
    return this.cells.filter((code) => code === ARROW).length;
  }
}

// The same numbers on every run: mulberry32.
export function randomSource(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
