// The evaluation after each ply, from White's view; a click goes to that ply.
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

export function EvaluationGraph(props: { scores: number[]; at: number; onPick: (ply: number) => void }) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const pick = useRef(props.onPick);
  pick.current = props.onPick;
  useEffect(() => {
    const color = getComputedStyle(document.body).color;
    const u = new uPlot(
      {
        width: box.current!.clientWidth || 320,
        height: 160,
        legend: { show: false },
        cursor: { y: false },
        scales: { x: { time: false } },
        axes: [
          { stroke: color, size: 28, grid: { show: false } },
          { stroke: color, size: 40, grid: { stroke: "#8884", width: 1 } },
        ],
        series: [{}, { stroke: "#d9822b", width: 2, fill: "#d9822b33" }],
      },
      [[], []],
      box.current!,
    );
    u.over.addEventListener("click", () => u.cursor.idx != null && pick.current(u.cursor.idx));
    plot.current = u;
    return () => u.destroy();
  }, []);
  useEffect(() => {
    plot.current?.setData([props.scores.map((_, i) => i), props.scores.map((s) => (Number.isNaN(s) ? null : s))]);
  }, [props.scores.map((s) => s.toFixed(2)).join()]);
  const here = props.scores[props.at];
  return (
    <figure class="graph">
      <div ref={box} />
      <figcaption>
        White's view, in squares{here !== undefined && !Number.isNaN(here) ? `: ${here.toFixed(2)} here` : ""}
      </figcaption>
    </figure>
  );
}
