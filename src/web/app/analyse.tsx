// Analysis of any position: set up by hand, by FEN or SGF, or from a game; engine lines live; undo and variations.
import { useEffect, useRef, useState } from "preact/hooks";
import { Board } from "./board";
import { EngineLines } from "./engine_lines";
import { type Overlay, useOverlay } from "./evaluation";
import { useMoveInput } from "./input";
import type { Live } from "./live";
import { OverlayBar } from "./overlay";
import { type Move, type Position, startPosition, toFen } from "./rules";
import { Saved } from "./saved";
import { type Brush, SetUp, paint } from "./set_up";
import { readSgf, writeSgf } from "./sgf";
import { analysisOf } from "./share";
import { StepButtons, useStepKeys } from "./stepping";
import { Terms } from "./terms";
import { type Tree, extend, extendBy, pathTo, promote, prune, readMoves, rootOf } from "./tree";
import { TreeView } from "./tree_view";

interface Place {
  tree: Tree;
  at: number;
}

function placeOf(text: string): Place {
  if (/^\s*\(/.test(text)) return { tree: readSgf(text).tree, at: 0 };
  return readMoves(text);
}

export function Analyse({ live, initial, ply }: { live: Live; initial: string; ply: number | undefined }) {
  const [trouble, setTrouble] = useState("");
  const [place, setPlace] = useState<Place>(() => {
    try {
      return readMoves(initial || "startpos", ply);
    } catch {
      return { tree: rootOf(startPosition()), at: 0 };
    }
  });
  const [brush, setBrush] = useState<Brush>(null);
  const [flip, setFlip] = useState(false);
  const [overlay, setOverlay] = useState<Overlay>({ kind: "none" });
  const [numbers, setNumbers] = useState(false);
  const [pointed, setPointed] = useState<number | null>(null);
  const [hints, setHints] = useState<Move[]>([]);
  const { tree, at } = place;
  const node = tree[at]!;
  const { position } = node;
  const path = pathTo(tree, at);

  // The address always names what is shown, so that a reload or a link comes back here.
  useEffect(() => {
    const root = tree[0]!.position;
    history.replaceState(null, "", analysisOf(toFen(root), path.map((n) => tree[n]!.name), path.length));
  }, [place]);

  const go = (n: number) => setPlace({ tree, at: n });
  const open = (next: Place) => {
    setPlace(next);
    setTrouble("");
  };
  const openText = (text: string) => {
    try {
      open(placeOf(text));
      setBrush(null);
    } catch (e) {
      setTrouble((e as Error).message);
    }
  };
  const set = (p: Position) => open({ tree: rootOf(p), at: 0 });
  const on = () => {
    const next = node.children[0];
    if (next !== undefined) go(next);
  };
  const back = () => node.parent >= 0 && go(node.parent);
  const end = () => {
    let n = at;
    while (tree[n]!.children.length > 0) n = tree[n]!.children[0]!;
    return n;
  };
  const line = [0, ...pathTo(tree, end())];
  useStepKeys({ back, on, first: () => go(0), last: () => go(end()), flip: () => setFlip((f) => !f) });

  const shown = useRef({ at, forward: false });
  if (shown.current.at !== at) shown.current = { at, forward: node.parent === shown.current.at };
  const input = useMoveInput(position, brush === null ? (m) => open(extend(tree, at, m)) : undefined);
  const data = useOverlay(overlay, position);

  return (
    <main>
      <h1>Analysis</h1>
      {trouble && <p class="trouble" role="alert">{trouble}</p>}
      <div class="game">
        <div class="board-side">
          <Board position={position} last={node.move} animate={shown.current.forward} flipped={flip} heat={data.heat}
            owners={data.owners} numbers={numbers} hints={overlay.kind === "none" && input?.from == null ? hints : []}
            input={input} onPoint={setPointed} onSquare={brush === null ? undefined : (s) => set(paint(position, s, brush))} />
          <StepButtons at={path.length} newest={line.length - 1} go={(n) => go(line[n]!)} onFlip={() => setFlip(!flip)} />
          <OverlayBar overlay={overlay} onChange={setOverlay} numbers={numbers} onNumbers={setNumbers} data={data}
            position={position} pointed={pointed} />
        </div>
        <div class="panel">
          <EngineLines live={live} position={position} onHints={setHints} onTrouble={setTrouble}
            onFollow={(moves) => open(extendBy(tree, at, moves))} />
          <section class="card">
            <div class="head">
              <h2>Moves</h2>
              <span class="row">
                <button disabled={at === 0} onClick={back} data-test="undo">Undo</button>
                <button disabled={at === 0} onClick={() => setPlace({ tree: promote(tree, at), at })}>Main line</button>
                <button disabled={at === 0} onClick={() => open(prune(tree, at))}>Delete</button>
              </span>
            </div>
            <TreeView tree={tree} at={at} go={go} />
          </section>
          <Terms position={position} />
          <SetUp position={position} brush={brush} onBrush={setBrush} onPosition={set} onText={openText} />
          <Saved sgf={() => writeSgf(tree)} onOpen={openText} onTrouble={setTrouble} />
        </div>
      </div>
    </main>
  );
}
