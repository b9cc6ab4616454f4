// A game with stepping: board, clocks, move list, keyboard, graph, overlays, downloads. For live games and finished ones.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board } from "./board";
import { Clock } from "./clock";
import { type Overlay, useOverlay, useScores } from "./evaluation";
import { EvaluationGraph } from "./graph";
import { useMoveInput } from "./input";
import type { GameState } from "./live";
import { MoveList } from "./move_list";
import { OverlayBar } from "./overlay";
import { type Move, type Position, parseMove, parsePosition, play } from "./rules";
import { Share } from "./share";
import { StepButtons, useStepKeys } from "./stepping";

interface Replay {
  positions: Position[];
  moves: Move[];
}
function replayOf(start: string, names: string[]): Replay {
  const positions = [parsePosition(start)];
  const moves: Move[] = [];
  for (const name of names) {
    const p = positions[positions.length - 1]!;
    const m = parseMove(p, name);
    if (!m) break;
    moves.push(m);
    positions.push(play(p, m));
  }
  return { positions, moves };
}

interface Props {
  game: GameState;
  /** What a click may do at the newest position; absent for those who only watch. */
  onMove?: ((m: Move) => void) | undefined;
  /** Where to begin: a ply, or the newest position. */
  ply?: number | undefined;
  /** The page's address for a ply of this game, for sharing. */
  link?: ((ply: number) => string) | undefined;
  flipped?: boolean | undefined;
  /** Above the move list: the state of things. */
  children?: ComponentChildren;
  /** Under it: buttons. */
  actions?: ComponentChildren;
  /** Below everything: the chat. */
  foot?: ComponentChildren;
}

export function GameView({ game, onMove, ply, link, flipped = false, children, actions, foot }: Props) {
  const replay = useMemo(() => replayOf(game.start, game.moves.map((m) => m.move)), [game.start, game.moves]);
  const newest = replay.positions.length - 1;
  const [at, setAt] = useState(Math.min(ply ?? newest, newest));
  const [flip, setFlip] = useState(flipped);
  const [overlay, setOverlay] = useState<Overlay>({ kind: "none" });
  const [numbers, setNumbers] = useState(false);
  const [pointed, setPointed] = useState<number | null>(null);
  const boardSide = useRef<HTMLDivElement>(null);
  const shown = useRef({ at, forward: false });

  // A live board goes along, unless somebody stepped back to look at an earlier move.
  const length = useRef(newest);
  useEffect(() => {
    setAt((old) => (old >= length.current || old > newest ? newest : old));
    length.current = newest;
  }, [newest]);
  useEffect(() => setFlip(flipped), [flipped]);

  const go = (n: number) => setAt(Math.max(0, Math.min(newest, n)));
  useStepKeys({ back: () => go(at - 1), on: () => go(at + 1), first: () => go(0), last: () => go(newest), flip: () => setFlip((f) => !f) });

  const here = Math.min(at, newest);
  if (shown.current.at !== here) shown.current = { at: here, forward: here === shown.current.at + 1 };
  const position = replay.positions[here]!;
  const input = useMoveInput(position, here === newest ? onMove : undefined);
  const data = useOverlay(overlay, position);
  const scores = useScores(replay.positions);
  const first = replay.positions[0]!.toMove;
  const spoken = here > 0 ? `${replay.positions[here - 1]!.toMove} played ${game.moves[here - 1]!.move}` : "";

  return (
    <div class="game">
      <div class="board-side" ref={boardSide}>
        <Clock game={game} color={flip ? "white" : "black"} />
        <Board position={position} last={here > 0 ? replay.moves[here - 1] : null} animate={shown.current.forward}
          flipped={flip} heat={data.heat} owners={data.owners} numbers={numbers} input={input} onPoint={setPointed} />
        <Clock game={game} color={flip ? "black" : "white"} />
        <p class="unseen" aria-live="polite">{spoken}</p>
        <StepButtons at={here} newest={newest} go={go} onFlip={() => setFlip(!flip)} />
        <OverlayBar overlay={overlay} onChange={setOverlay} numbers={numbers} onNumbers={setNumbers} data={data}
          position={position} pointed={pointed} />
      </div>
      <div class="panel">
        <section class="card">
          {children}
          {input && input.from !== null && (
            <p class="entry">
              {input.to === null ? "Choose where the amazon goes." : "Choose where the arrow lands."}{" "}
              <button data-test="undo" onClick={input.back}>{input.to === null ? "Another amazon" : "Take it back"}</button>
            </p>
          )}
          {actions}
        </section>
        <section class="card">
          <h2>Moves</h2>
          <MoveList moves={game.moves} first={first} at={here} go={go} />
        </section>
        <section class="card">
          <h2>Evaluation</h2>
          <EvaluationGraph scores={scores} at={here} onPick={go} />
        </section>
        <section class="card">
          <Share game={game} at={here} position={position} link={link}
            board={() => boardSide.current?.querySelector<SVGSVGElement>("svg.board") ?? null} />
        </section>
        {foot}
      </div>
    </div>
  );
}
