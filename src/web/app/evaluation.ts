// Numbers of positions, asked from the server's evaluators once and kept.
import { useEffect, useState } from "preact/hooks";
import { type HeatMap } from "./heat";
import { getJson } from "./live";
import { type Color, type Position, toFen } from "./rules";

export const METRICS = ["strength", "moves", "queen-distance", "king-distance", "mobility"] as const;
export type Metric = (typeof METRICS)[number];
export const METRIC_WORDS: Record<Metric, string> = {
  strength: "Open neighbours",
  moves: "Queen moves",
  "queen-distance": "Queen distance",
  "king-distance": "King distance",
  mobility: "Mobility",
};

interface MetricMaps {
  white: (number | null)[][];
  black: (number | null)[][];
}
/** From ranks, the top one first, to the order of a position's cells. */
const flat = (ranks: (number | null)[][]): (number | null)[] => ranks.slice().reverse().flat();

export type Overlay = { kind: "none" } | { kind: "territory" } | { kind: "metric"; metric: Metric; side: Color };
export interface OverlayData {
  heat: HeatMap | null;
  owners: (number | null)[] | null;
}
const NO_DATA: OverlayData = { heat: null, owners: null };

/** Who reaches each square in fewer queen moves: 1 White, -1 Black, 0 both as soon, null nobody. */
function ownersOf(maps: MetricMaps): (number | null)[] {
  const black = flat(maps.black);
  return flat(maps.white).map((w, i) => {
    const b = black[i] ?? null;
    if (w === null && b === null) return null;
    return Math.sign((b ?? Infinity) - (w ?? Infinity)) || 0;
  });
}

const SMALL_PAUSE_MS = 500;
/** The server answers 20 requests a second to one address. */
const BETWEEN_MS = 60;
const kept = new Map<string, Promise<unknown>>();
/** Asks once for each address; what failed may be asked again. A server that is asked too fast is asked again later. */
function ask<T>(path: string, query: Record<string, string>): Promise<T> {
  const key = path + new URLSearchParams(query).toString();
  const known = kept.get(key);
  if (known) return known as Promise<T>;
  const answer = getJson<T>(path, query, SMALL_PAUSE_MS);
  kept.set(key, answer);
  answer.catch(() => kept.delete(key));
  return answer;
}

export function useOverlay(overlay: Overlay, position: Position): OverlayData {
  const [data, setData] = useState(NO_DATA);
  const fen = toFen(position);
  useEffect(() => {
    let stale = false;
    if (overlay.kind === "none") {
      setData(NO_DATA);
      return;
    }
    const metric = overlay.kind === "territory" ? "queen-distance" : overlay.metric;
    ask<MetricMaps>("/api/metrics", { position: fen, metric })
      .then((maps) => {
        if (stale) return;
        if (overlay.kind === "territory") setData({ heat: null, owners: ownersOf(maps) });
        else {
          const lowIsGood = metric === "queen-distance" || metric === "king-distance";
          setData({ heat: { values: flat(maps[overlay.side]), lowIsGood }, owners: null });
        }
      })
      .catch(() => !stale && setData(NO_DATA));
    return () => {
      stale = true;
    };
  }, [JSON.stringify(overlay), fen]);
  return data;
}

/** The evaluation of each position from White's view, NaN until it is known. */
export function useScores(positions: Position[]): number[] {
  const [scores, setScores] = useState<ReadonlyMap<string, number>>(new Map());
  useEffect(() => {
    let stale = false;
    (async () => {
      // The newest first: it is what people look at.
      for (const p of positions.slice().reverse()) {
        const fen = toFen(p);
        if (scores.has(fen)) continue;
        await new Promise((done) => setTimeout(done, BETWEEN_MS));
        const { score } = await ask<{ score: number }>("/api/eval", { position: fen, evaluator: "amazong" });
        if (stale) return;
        setScores((old) => new Map(old).set(fen, p.toMove === "white" ? score : -score));
      }
    })().catch(() => {}); // the graph stays as far as it got
    return () => {
      stale = true;
    };
  }, [positions]);
  return positions.map((p) => scores.get(toFen(p)) ?? NaN);
}
