// Entering a move by amazon, square, arrow. Until the arrow every step can be taken back; what is out of turn is ignored.
import { useEffect } from "preact/hooks";
import { useNow } from "./now";
import { type Move, type Position, arrows, destinations } from "./rules";

/** What has been chosen so far. */
export interface Step {
  from: number | null;
  to: number | null;
}
export const NOTHING: Step = { from: null, to: null };

export const targetsOf = (p: Position, { from, to }: Step): number[] =>
  from === null ? [] : to === null ? destinations(p, from) : arrows(p, from, to);

/** The next step after a click on `square`, or the whole move. */
export function clicked(p: Position, step: Step, square: number): Step | Move {
  const { from, to } = step;
  if (from !== null && targetsOf(p, step).includes(square))
    return to === null ? { from, to: square } : { from, to, arrow: square };
  if (to !== null) return square === to ? { from, to: null } : NOTHING;
  return p.cells[square] === p.toMove && square !== from ? { from: square, to: null } : NOTHING;
}

export interface MoveInput extends Step {
  targets: number[];
  click: (square: number) => void;
  back: () => void;
}

/** Escape takes a step back. `onMove` undefined: it is not this person's turn, and clicks do nothing. */
export function useMoveInput(position: Position, onMove: ((m: Move) => void) | undefined): MoveInput | undefined {
  const entered = useNow({ position, step: NOTHING });
  // Nothing is chosen yet in a new position.
  const now = (): Step => (entered.current().position === position ? entered.current().step : NOTHING);
  const setStep = (step: Step) => entered.set({ position, step });
  const step = now();
  const back = () => {
    const { from, to } = now();
    setStep(to !== null ? { from, to: null } : NOTHING);
  };
  const chosen = step.from !== null;
  useEffect(() => {
    if (!chosen) return;
    const key = (e: KeyboardEvent) => e.key === "Escape" && back();
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [chosen]);
  if (!onMove) return undefined;
  return {
    ...step,
    targets: targetsOf(position, step),
    click: (square) => {
      const next = clicked(position, now(), square);
      if ("arrow" in next) {
        setStep(NOTHING);
        onMove(next);
      } else {
        setStep(next);
      }
    },
    back,
  };
}
