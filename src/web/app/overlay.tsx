// Choosing what lies over the board, and the number under the pointer.
import type { Palette } from "./heat";
import { goodness, heatColor, heatText, rangeOf } from "./heat";
import { METRICS, METRIC_WORDS, type Overlay, type OverlayData } from "./evaluation";
import { type Color, type Position, squareName } from "./rules";
import { useSettings } from "./settings";

interface Props {
  overlay: Overlay;
  onChange: (o: Overlay) => void;
  numbers: boolean;
  onNumbers: (on: boolean) => void;
  data: OverlayData;
  position: Position;
  pointed: number | null;
}

function Legend({ data, palette }: { data: OverlayData; palette: Palette }) {
  if (data.owners) {
    const count = (n: number) => data.owners!.filter((o) => o === n).length;
    return (
      <span class="legend" data-test="territory">
        <i class="owner white" /> White {count(1)} <i class="owner black" /> Black {count(-1)} <i class="owner both" /> both {count(0)}
      </span>
    );
  }
  if (!data.heat) return null;
  const [low, high] = rangeOf(data.heat);
  const stops = [0, 0.25, 0.5, 0.75, 1].map((t) => heatColor(goodness(low + t * (high - low), [low, high], data.heat!.lowIsGood), palette));
  return (
    <span class="legend">
      {heatText(low)} <i class="scale" style={`background:linear-gradient(90deg,${stops.join(",")})`} /> {heatText(high)}
    </span>
  );
}

export function OverlayBar({ overlay, onChange, numbers, onNumbers, data, position, pointed }: Props) {
  const { palette } = useSettings();
  const side = overlay.kind === "metric" ? overlay.side : "white";
  const value = pointed === null ? null : data.heat?.values[pointed] ?? null;
  const choose = (text: string) =>
    onChange(text === "none" || text === "territory" ? { kind: text } : { kind: "metric", metric: text as (typeof METRICS)[number], side });
  return (
    <div class="overlay-bar">
      <label>
        <span class="unseen">shown over the board</span>
        <select value={overlay.kind === "metric" ? overlay.metric : overlay.kind} data-test="overlay"
          onChange={(e) => choose(e.currentTarget.value)}>
          <option value="none">Plain board</option>
          <option value="territory">Territory</option>
          {METRICS.map((m) => <option value={m}>{METRIC_WORDS[m]}</option>)}
        </select>
      </label>
      {overlay.kind === "metric" && (
        <span class="choice" role="group" aria-label="whose">
          {(["white", "black"] as Color[]).map((c) => (
            <button key={c} aria-pressed={side === c} data-test={`side-${c}`}
              onClick={() => onChange({ ...overlay, side: c })}>{c === "white" ? "White" : "Black"}</button>
          ))}
        </span>
      )}
      {overlay.kind === "metric" && (
        <label><input type="checkbox" checked={numbers} onChange={(e) => onNumbers(e.currentTarget.checked)} /> numbers</label>
      )}
      <Legend data={data} palette={palette} />
      {data.heat && (
        <output class="pointed" data-test="pointed">
          {value === null || pointed === null ? "" : `${squareName(position, pointed)}: ${heatText(value)}`}
        </output>
      )}
    </div>
  );
}
