// A game with stepping: move list, keyboard, evaluation graph, heat maps, territory, downloads. Used for live games,
// finished ones and lines of analysis alike.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Board, type HeatMap } from "./board";
import { Clock } from "./clock";
import { EvaluationGraph } from "./graph";
import { getJson, type GameState } from "./live";
import { type Move, type Position, parseFen, parseMove, play, toFen } from "./rules";

export interface Replay {
  positions: Position[];
  moves: Move[];
}

export function replayOf(start: string, moves: string[]): Replay {
  const positions = [parseFen(start)];
  const played: Move[] = [];
  for (const text of moves) {
    const p = positions[positions.length - 1]!;
    const m = parseMove(p, text);
    if (!m) break;
    played.push(m);
    positions.push(play(p, m));
  }
  return { positions, moves: played };
}

const METRICS = ["strength", "moves", "queen-distance", "king-distance", "mobility"] as const;
type Overlay = "" | "territory" | `${(typeof METRICS)[number]} ${"white" | "black"}`;

interface MetricMaps {
  white: (number | null)[][];
  black: (number | null)[][];
}

/** Territory: +1 where White is nearer by queen moves, -1 where Black is, 0 where neither. */
function territory(maps: MetricMaps): (number | null)[] {
  return flat(maps.white).map((w, i) => {
    const b = flat(maps.black)[i] ?? null;
    if (w === null && b === null) return null;
    return Math.sign((b ?? Infinity) - (w ?? Infinity)) || 0;
  });
}
/** From ranks top down to our order, rank 1 first. */
const flat = (ranks: (number | null)[][]): (number | null)[] => ranks.slice().reverse().flat();

function useOverlay(overlay: Overlay, fen: string): HeatMap | null {
  const [heat, setHeat] = useState<HeatMap | null>(null);
  useEffect(() => {
    let stale = false;
    if (overlay === "") {
      setHeat(null);
      return;
    }
    const [metric = "", side = ""] = overlay === "territory" ? ["queen-distance", ""] : overlay.split(" ");
    getJson<MetricMaps>("/api/metrics", { position: fen, metric })
      .then((maps) => {
        if (stale) return;
        setHeat(
          overlay === "territory"
            ? { values: territory(maps), lowIsGood: false }
            : { values: flat(side === "white" ? maps.white : maps.black), lowIsGood: metric.endsWith("distance") },
        );
      })
      .catch(() => !stale && setHeat(null));
    return () => {
      stale = true;
    };
  }, [overlay, fen]);
  return heat;
}

/** The evaluation after each ply from White's view, fetched as the game grows. */
function useScores(positions: Position[], wanted: boolean): number[] {
  const [scores, setScores] = useState<Map<string, number>>(new Map());
  useEffect(() => {
    if (!wanted) return;
    let stale = false;
    (async () => {
      for (const p of positions) {
        const fen = toFen(p);
        if (stale) return;
        if (scores.has(fen)) continue;
        try {
          const { score } = await getJson<{ score: number }>("/api/eval", { position: fen, evaluator: "amazong" });
          if (!stale) setScores((old) => new Map(old).set(fen, p.toMove === "white" ? score : -score));
        } catch {
          return;
        }
      }
    })();
    return () => {
      stale = true;
    };
  }, [positions, wanted]);
  return positions.map((p) => scores.get(toFen(p)) ?? NaN);
}

function save(name: string, type: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Draws the board that is on the page as a PNG, styles included. */
function savePng(): void {
  const svg = document.querySelector<SVGSVGElement>("svg.board:not(.small)");
  if (!svg) return;
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = svg.querySelectorAll<SVGElement>("*");
  copy.querySelectorAll<SVGElement>("*").forEach((node, i) => {
    const style = getComputedStyle(originals[i]!);
    for (const key of ["fill", "stroke", "stroke-width", "opacity", "font-size", "font-family"])
      node.style.setProperty(key, style.getPropertyValue(key));
  });
  copy.setAttribute("width", "1200");
  copy.setAttribute("height", "1200");
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 1200;
    canvas.getContext("2d")!.drawImage(image, 0, 0, 1200, 1200);
    const link = document.createElement("a");
    link.href = canvas.toDataURL("image/png");
    link.download = "board.png";
    link.click();
  };
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(new XMLSerializer().serializeToString(copy));
}

function sgf(game: GameState): string {
  const escape = (s: string) => s.replace(/[\]\\]/g, "\\$&");
  let side = game.first === "white" ? "W" : "B";
  const moves = game.moves.map((m) => {
    const node = `;${side}[${m.move}]`;
    side = side === "W" ? "B" : "W";
    return node;
  });
  const result = game.result ? `RE[${game.result.winner ? (game.result.winner === "white" ? "W+" : "B+") : "Void"}]` : "";
  return `(;FF[4]GM[18]SZ[10]PB[${escape(game.black)}]PW[${escape(game.white)}]${result}${moves.join("")})\n`;
}

interface Props {
  game: GameState;
  /** What a click may do at the newest position; absent for those who only watch. */
  onMove?: ((m: Move) => void) | undefined;
  /** Where to begin: a ply, or the newest position. */
  ply?: number | undefined;
  /** The address of this game at a ply, for sharing. */
  link?: ((ply: number) => string) | undefined;
  flipped?: boolean | undefined;
  children?: ComponentChildren;
}

export function ReplayView({ game, onMove, ply, link, flipped = false, children }: Props) {
  const replay = useMemo(() => replayOf(game.start, game.moves.map((m) => m.move)), [game.start, game.moves]);
  const newest = replay.positions.length - 1;
  const [at, setAt] = useState(Math.min(ply ?? newest, newest));
  const [flip, setFlip] = useState(flipped);
  const [overlay, setOverlay] = useState<Overlay>("");
  const [graph, setGraph] = useState(false);
  useEffect(() => setAt((old) => (ply === undefined || old >= newest - 1 ? newest : old)), [newest]);
  useEffect(() => setFlip(flipped), [flipped]);

  const go = (n: number) => setAt(Math.max(0, Math.min(newest, n)));
  useEffect(() => {
    const key = (e: KeyboardEvent) => {
      if (e.target instanceof HTMLInputElement || e.target instanceof HTMLTextAreaElement) return;
      if (e.target instanceof SVGElement && e.target.closest(".board [tabindex]")) return;
      const target: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: newest };
      if (e.key in target) {
        go(target[e.key]!);
        e.preventDefault();
      } else if (e.key === "f") {
        setFlip((x) => !x);
      }
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [at, newest]);

  const position = replay.positions[at]!;
  const fen = toFen(position);
  const heat = useOverlay(overlay, fen);
  const scores = useScores(replay.positions, graph);
  const top = flip ? "white" : "black";
  const bottom = flip ? "black" : "white";
  const first = replay.positions[0]!.toMove;

  return (
    <div class="game">
      <div class="board-side">
        <Clock game={game} color={top} />
        <Board position={position} last={at > 0 ? replay.moves[at - 1]! : null} flipped={flip} heat={heat}
          onMove={at === newest ? onMove : undefined} />
        <Clock game={game} color={bottom} />
        <div class="controls" role="group" aria-label="stepping">
          <button onClick={() => go(0)} aria-label="first position" disabled={at === 0}>⏮</button>
          <button onClick={() => go(at - 1)} aria-label="one move back" disabled={at === 0}>◀</button>
          <span class="ply" aria-live="polite">{at} / {newest}</span>
          <button onClick={() => go(at + 1)} aria-label="one move on" disabled={at === newest}>▶</button>
          <button onClick={() => go(newest)} aria-label="newest position" disabled={at === newest}>⏭</button>
          <button onClick={() => setFlip(!flip)} aria-label="turn the board">⇅</button>
          <label>
            <span class="unseen">overlay</span>
            <select value={overlay} onChange={(e) => setOverlay(e.currentTarget.value as Overlay)} data-test="overlay">
              <option value="">no overlay</option>
              <option value="territory">territory</option>
              {METRICS.flatMap((m) =>
                (["white", "black"] as const).map((c) => (
                  <option value={`${m} ${c}`}>{`${m.replace("-", " ")}, ${c}`}</option>
                )),
              )}
            </select>
          </label>
        </div>
      </div>
      <div class="panel">
        {children}
        <ol class="moves" aria-label="moves">
          {game.moves.map((m, i) => (
            <li key={i} class={i + 1 === at ? "current" : ""}>
              <button onClick={() => go(i + 1)}>
                <span class={`dot ${(i % 2 === 0) === (first === "white") ? "white" : "black"}`} aria-hidden="true" />
                {m.move}
                <small>{m.seconds > 0 ? `${m.seconds.toFixed(1)} s` : ""}</small>
              </button>
            </li>
          ))}
        </ol>
        <details onToggle={(e) => setGraph(e.currentTarget.open)}>
          <summary>Evaluation over the game</summary>
          {graph && <EvaluationGraph scores={scores} at={at} onPick={go} />}
        </details>
        <details>
          <summary>Download and share</summary>
          <div class="row">
            <button onClick={() => save("game.sgf", "application/x-go-sgf", sgf(game))}>SGF</button>
            <button onClick={() => save("game.json", "application/json", JSON.stringify(game, null, 1))}>JSON</button>
            <button onClick={savePng}>PNG</button>
            <a class="button" href={`#/analyse/${encodeURIComponent(fen)}`}>Analyse this position</a>
          </div>
          {link && (
            <label>
              Link to this move
              <input readOnly value={location.origin + "/" + link(at)} onFocus={(e) => e.currentTarget.select()} />
            </label>
          )}
          <label>
            FEN
            <input readOnly value={fen} data-test="fen" onFocus={(e) => e.currentTarget.select()} />
          </label>
        </details>
      </div>
    </div>
  );
}
