// Analysis of any position: set up by hand, by FEN, by moves or SGF; engine lines live; variations.
import { useEffect, useMemo, useState } from "preact/hooks";
import { Board } from "./board";
import type { AnalysisLine, Live } from "./live";
import { type Cell, type Move, type Position, isLegal, moveName, other, parseMove, parsePosition, play, startPosition, toFen } from "./rules";

interface Node {
  position: Position;
  move: Move | null;
  name: string;
  parent: number;
  children: number[];
}
/** A tree of positions; node 0 is the root. */
type Tree = Node[];

const rootOf = (position: Position): Tree => [{ position, move: null, name: "", parent: -1, children: [] }];

function extend(tree: Tree, at: number, move: Move): { tree: Tree; at: number } {
  const node = tree[at]!;
  const name = moveName(node.position, move);
  const known = node.children.find((c) => tree[c]!.name === name);
  if (known !== undefined) return { tree, at: known };
  const next = tree.slice();
  next[at] = { ...node, children: [...node.children, tree.length] };
  next.push({ position: play(node.position, move), move, name, parent: at, children: [] });
  return { tree: next, at: tree.length };
}

/** Little Golem's and the standard's moves of an SGF's main line. */
function movesOfSgf(text: string): { first: "white" | "black"; moves: string[] } {
  const found = [...text.matchAll(/;\s*([BW])\[([^\]]*)\]/g)];
  const point = (p: string) => p[0]! + (10 - (p.charCodeAt(1) - 97));
  return {
    first: found[0]?.[1] === "B" ? "black" : "white",
    moves: found.map((m) => {
      const body = m[2]!;
      return /^[a-j]{6}$/.test(body)
        ? `${point(body.slice(0, 2))}-${point(body.slice(2, 4))}/${point(body.slice(4, 6))}`
        : body;
    }),
  };
}

let lastId = 0;

export function Analyse({ live, initial }: { live: Live; initial: string }) {
  const [tree, setTree] = useState<Tree>(() => {
    try {
      return rootOf(parsePosition(initial || "startpos"));
    } catch {
      return rootOf(startPosition());
    }
  });
  const [at, setAt] = useState(0);
  const [lines, setLines] = useState<AnalysisLine[]>([]);
  const [state, setState] = useState("");
  const [running, setRunning] = useState(false);
  const [multipv, setMultipv] = useState(3);
  const [spec, setSpec] = useState("alphabeta:amazong");
  const [brush, setBrush] = useState<Cell | null>(null);
  const [text, setText] = useState("");
  const [trouble, setTrouble] = useState("");
  const [flip, setFlip] = useState(false);
  const node = tree[at]!;
  const fen = useMemo(() => toFen(node.position), [node]);

  useEffect(() => {
    if (!running) return;
    const id = ++lastId;
    setLines([]);
    setState("thinking");
    const end = live.on((m) => {
      if (m.type === "info" && m.id === id) {
        setLines(m.lines);
        setState(`depth ${m.depth}, ${m.nodes.toLocaleString()} nodes, ${Math.round(m.nps / 1000)} k/s`);
      } else if (m.type === "analysis-end" && m.id === id) {
        setRunning(false);
      } else if (m.type === "error") {
        setTrouble(m.message);
        setRunning(false);
      }
    });
    live.send({ type: "analyze", id, position: fen, spec, multipv, seconds: 60 });
    return () => {
      end();
      live.send({ type: "stop", id });
    };
  }, [running, fen, multipv, spec, live]);

  const reset = (tree: Tree, at = 0) => {
    setTree(tree);
    setAt(at);
    setLines([]);
    setTrouble("");
  };
  const move = (m: Move) => {
    const next = extend(tree, at, m);
    setTree(next.tree);
    setAt(next.at);
  };
  const follow = (pv: string[], count: number) => {
    let next = { tree, at };
    for (const name of pv.slice(0, count)) {
      const m = parseMove(next.tree[next.at]!.position, name);
      if (!m || !isLegal(next.tree[next.at]!.position, m)) break;
      next = extend(next.tree, next.at, m);
    }
    setTree(next.tree);
    setAt(next.at);
  };
  const paint = (s: number) => {
    const cells = node.position.cells.slice();
    cells[s] = cells[s] === brush ? "empty" : brush!;
    reset(rootOf({ ...node.position, cells, ply: 0 }));
  };
  const read = () => {
    try {
      if (/^\s*\(\s*;/.test(text)) {
        const { first, moves } = movesOfSgf(text);
        let next = { tree: rootOf(startPosition(first)), at: 0 };
        moves.forEach((name, i) => {
          const p = next.tree[next.at]!.position;
          const m = parseMove(p, name);
          if (!m || !isLegal(p, m)) throw new Error(`move ${i + 1}, ${name}, is not legal`);
          next = extend(next.tree, next.at, m);
        });
        reset(next.tree, 0);
      } else {
        reset(rootOf(parsePosition(text)));
      }
    } catch (e) {
      setTrouble((e as Error).message);
    }
  };
  const path: number[] = [];
  for (let n = at; n > 0; n = tree[n]!.parent) path.unshift(n);

  return (
    <main>
      <h1>Analysis</h1>
      {trouble && <p class="trouble" role="alert">{trouble}</p>}
      <div class="game">
        <div class="board-side">
          <Board position={node.position} last={node.move} flipped={flip} onMove={brush ? undefined : move}
            onSquare={brush ? paint : undefined} />
          <div class="controls" role="group" aria-label="stepping">
            <button disabled={at === 0} onClick={() => setAt(0)} aria-label="first position">⏮</button>
            <button disabled={at === 0} onClick={() => setAt(node.parent)} aria-label="take the move back">◀</button>
            <button disabled={!node.children.length} onClick={() => setAt(node.children[0]!)} aria-label="one move on">▶</button>
            <button onClick={() => setFlip(!flip)} aria-label="turn the board">⇅</button>
            <span>{node.position.toMove} to move</span>
          </div>
        </div>
        <div class="panel">
          <div class="row">
            <button class="primary" onClick={() => setRunning(!running)} data-test="analyse">
              {running ? "Stop" : "Analyse"}
            </button>
            <label>lines
              <select value={multipv} onChange={(e) => setMultipv(Number(e.currentTarget.value))}>
                {[1, 2, 3, 5, 8].map((n) => <option>{n}</option>)}
              </select>
            </label>
            <label>engine
              <select value={spec} onChange={(e) => setSpec(e.currentTarget.value)}>
                {["alphabeta:amazong", "mcts:amazong", "alphabeta:terrain", "greedy:amazong"].map((s) => <option>{s}</option>)}
              </select>
            </label>
          </div>
          <p role="status">{state}</p>
          <ol class="lines" data-test="lines">
            {lines.map((l, i) => (
              <li key={i}>
                <b>{l.score.toFixed(2)}</b>{" "}
                {l.pv.map((name, k) => (
                  <button class="link" onClick={() => follow(l.pv, k + 1)}>{name}</button>
                ))}
              </li>
            ))}
          </ol>
          <div class="variations">
            {path.map((n) => <button class={n === at ? "link current" : "link"} onClick={() => setAt(n)}>{tree[n]!.name}</button>)}
            {node.children.length > 1 && <span>variations: </span>}
            {node.children.length > 1 &&
              node.children.map((n) => <button class="link" onClick={() => setAt(n)}>{tree[n]!.name}</button>)}
          </div>
          <details>
            <summary>Set up a position</summary>
            <div class="row" role="group" aria-label="what a click puts on the board">
              {([null, "white", "black", "arrow", "empty"] as const).map((b) => (
                <button aria-pressed={brush === b} onClick={() => setBrush(b)}>{b ?? "play moves"}</button>
              ))}
              <button onClick={() => reset(rootOf({ ...node.position, toMove: other(node.position.toMove), ply: 0 }))}>
                other side to move
              </button>
              <button onClick={() => reset(rootOf(startPosition()))}>start position</button>
            </div>
            <label>FEN, moves or SGF
              <textarea rows={3} value={text} onInput={(e) => setText(e.currentTarget.value)} placeholder={fen} />
            </label>
            <div class="row">
              <button onClick={read}>Read</button>
              <label class="button">Open a file
                <input type="file" accept=".sgf,.fen,.txt" class="unseen" onChange={async (e) => {
                  const file = e.currentTarget.files?.[0];
                  if (file) setText(await file.text());
                }} />
              </label>
              <button onClick={() => {
                const link = document.createElement("a");
                link.href = URL.createObjectURL(new Blob([fen + "\n"], { type: "text/plain" }));
                link.download = "position.fen";
                link.click();
              }}>Save</button>
            </div>
          </details>
        </div>
      </div>
    </main>
  );
}
