// The evaluation after each ply from White's view; a click goes to that ply.
import { scoreText } from "./score";

const WIDTH = 400;
const HEIGHT = 120;
/** The scale ends no nearer than this, so that small differences look small. */
const LEAST_SCALE = 5;
const LARGEST_SCALE = 40;

interface Props {
  /** one for each position, NaN where it is not known yet */
  scores: number[];
  at: number;
  onPick: (ply: number) => void;
}

export function EvaluationGraph({ scores, at, onPick }: Props) {
  const known = scores.flatMap((s, i) => (Number.isNaN(s) ? [] : [{ s, i }]));
  const top = Math.min(LARGEST_SCALE, Math.max(LEAST_SCALE, ...known.map(({ s }) => Math.abs(s))));
  const x = (i: number) => (scores.length > 1 ? (i / (scores.length - 1)) * WIDTH : WIDTH / 2);
  const y = (s: number) => HEIGHT / 2 - (Math.max(-top, Math.min(top, s)) / top) * (HEIGHT / 2 - 4);
  const line = known.map(({ s, i }) => `${x(i).toFixed(1)} ${y(s).toFixed(1)}`).join("L");
  const first = known[0];
  const last = known[known.length - 1];
  const area = first && last ? `M${x(first.i)} ${HEIGHT / 2}L${line}L${x(last.i)} ${HEIGHT / 2}Z` : "";
  const here = scores[at];
  const words = here === undefined || Number.isNaN(here) ? "" : scoreText(here);
  const pick = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    onPick(Math.round(((event.clientX - box.left) / box.width) * (scores.length - 1)));
  };
  return (
    <figure class="graph">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" onClick={pick} data-test="graph"
        data-known={known.length} aria-label={`evaluation over the game, now ${words || "unknown"} for White`}>
        <clipPath id="above"><rect x="0" y="0" width={WIDTH} height={HEIGHT / 2} /></clipPath>
        <clipPath id="below"><rect x="0" y={HEIGHT / 2} width={WIDTH} height={HEIGHT / 2} /></clipPath>
        <path class="white" d={area} clip-path="url(#above)" />
        <path class="black" d={area} clip-path="url(#below)" />
        <line class="zero" x1="0" y1={HEIGHT / 2} x2={WIDTH} y2={HEIGHT / 2} />
        {line && <path class="line" d={`M${line}`} />}
        <line class="now" x1={x(at)} y1="0" x2={x(at)} y2={HEIGHT} />
      </svg>
      <figcaption>
        <span>White's lead in squares</span>
        <b data-test="score">{words}</b>
      </figcaption>
    </figure>
  );
}
