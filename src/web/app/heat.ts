// Colours of numbers on the board.

/** One number for each square, null where there is none; in the order of a position's cells. */
export interface HeatMap {
  values: (number | null)[];
  /** a small number is the better one (distances) */
  lowIsGood: boolean;
  /** the colours' ends, when they are not the least and the greatest value */
  range?: [number, number];
}
export type Palette = "green-red" | "colour-blind";

/** Red over yellow to green; or orange over white to blue, which those who confuse red and green tell apart. `t` is 0 (bad) to 1 (good). */
export function heatColor(t: number, palette: Palette): string {
  if (palette === "green-red") return `hsl(${Math.round(120 * t)} 56% ${Math.round(52 - 8 * Math.abs(t - 0.5))}%)`;
  return t < 0.5 ? `hsl(28 88% ${Math.round(50 + 84 * t)}%)` : `hsl(212 72% ${Math.round(92 - 92 * (t - 0.5))}%)`;
}

export function rangeOf(heat: HeatMap): [number, number] {
  if (heat.range) return heat.range;
  const numbers = heat.values.filter((v): v is number => v !== null);
  return numbers.length ? [Math.min(...numbers), Math.max(...numbers)] : [0, 0];
}

/** A value's place between bad and good. */
export function goodness(value: number, [low, high]: [number, number], lowIsGood: boolean): number {
  const t = high === low ? 0.5 : (value - low) / (high - low);
  return lowIsGood ? 1 - t : t;
}

/** As `thermodon eval` prints it, without zeros at the end. */
export const heatText = (value: number): string => String(Number(value.toFixed(2)));
