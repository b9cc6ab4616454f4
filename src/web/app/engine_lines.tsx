// The engine's best lines of a position, live.
import { useEffect, useState } from "preact/hooks";
import { EngineChoice } from "./engine_choice";
import type { AnalysisLine, Live } from "./live";
import { type Move, type Position, parseMove, toFen } from "./rules";
import { scoreText } from "./score";

const SECONDS = 60;
const LINE_MOVES = 6;
/** Who steps quickly through a game does not start a search at every move. */
const SETTLE_MS = 150;
let lastId = 0;

interface Props {
  live: Live;
  position: Position;
  onFollow: (moves: string[]) => void;
  /** First moves of the lines, the best first, for the board. */
  onHints: (moves: Move[]) => void;
  onTrouble: (text: string) => void;
}

/** Proved: who wins, in how many plies. */
const mateText = (mate: number): string => `${mate > 0 ? "White" : "Black"} wins in ${Math.abs(mate)}`;

function count(n: number): string {
  return n >= 1e6 ? `${(n / 1e6).toFixed(1)} M` : n >= 1e4 ? `${Math.round(n / 1e3)} k` : String(n);
}

export function EngineLines({ live, position, onFollow, onHints, onTrouble }: Props) {
  const [running, setRunning] = useState(false);
  const [spec, setSpec] = useState("alphabeta:amazong");
  const [multipv, setMultipv] = useState(3);
  const [lines, setLines] = useState<AnalysisLine[]>([]);
  const [state, setState] = useState("");
  const [over, setOver] = useState(false);
  const fen = toFen(position);
  // Lines belong to the position that they were found for, and scores to its side.
  const sign = position.toMove === "white" ? 1 : -1;

  useEffect(() => {
    setLines([]);
    onHints([]);
    setState("");
    if (!running) return;
    const id = ++lastId;
    setOver(false);
    setState("thinking");
    const end = live.on((m) => {
      if (m.type === "info" && m.id === id) {
        setLines(m.lines);
        onHints(m.lines.flatMap((l) => parseMove(position, l.pv[0] ?? "") ?? []));
        setState(`depth ${m.depth}, ${count(m.nodes)} nodes, ${count(m.nps)}/s`);
      } else if (m.type === "analysis-end" && m.id === id) {
        setOver(true);
      } else if (m.type === "error" && m.ref === id) {
        onTrouble(m.message);
        setRunning(false);
      }
    });
    const start = setTimeout(
      () => live.send({ type: "analyze", id, position: fen, spec, multipv, seconds: SECONDS, ref: id }), SETTLE_MS);
    return () => {
      end();
      clearTimeout(start);
      live.send({ type: "stop", id });
    };
  }, [running, fen, multipv, spec, live]);

  return (
    <section class="card">
      <div class="head">
        <h2>Engine</h2>
        <button class={running ? "" : "primary"} aria-pressed={running} data-test="analyse" onClick={() => setRunning(!running)}>
          {running ? "Stop" : "Analyse"}
        </button>
      </div>
      <div class="picks">
        <EngineChoice spec={spec} onChange={setSpec} />
        <label class="stack">Lines
          <select value={multipv} data-test="multipv" onChange={(e) => setMultipv(Number(e.currentTarget.value))}>
            {[1, 2, 3, 5, 8].map((n) => <option value={n}>{n}</option>)}
          </select>
        </label>
      </div>
      <p class="soft" role="status" data-test="engine-state">{state ? state + (over ? ", done" : "") : "Scores are White's lead in squares."}</p>
      {lines.length > 0 && (
        <ol class="lines" data-test="lines">
          {lines.map((l, i) => (
            <li key={i}>
              <b>{l.mate !== undefined ? mateText(sign * l.mate) : scoreText(sign * l.score)}</b>
              <span>
                {l.pv.slice(0, LINE_MOVES).map((name, k) => (
                  <button key={k} class="link" onClick={() => onFollow(l.pv.slice(0, k + 1))}>{name}</button>
                ))}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
