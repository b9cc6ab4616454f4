// Choosing a searcher and an evaluator by name, as the server lists them.
import { useEffect, useState } from "preact/hooks";
import { type EngineList, getJson } from "./live";

const DEFAULT: EngineList = {
  searchers: [{ name: "alphabeta", summary: "", uses_evaluator: true }],
  evaluators: [{ name: "amazong", summary: "" }],
};
let known: EngineList | null = null;

export function useEngines(): EngineList {
  const [list, setList] = useState(known ?? DEFAULT);
  useEffect(() => {
    if (known) return;
    getJson<EngineList>("/api/evaluators").then((l) => setList((known = l))).catch(() => {});
  }, []);
  return list;
}

export function EngineChoice({ spec, onChange }: { spec: string; onChange: (spec: string) => void }) {
  const { searchers, evaluators } = useEngines();
  const [searcher = "", evaluator = "amazong"] = spec.split(":");
  const usesEvaluator = (name: string) => searchers.find((s) => s.name === name)?.uses_evaluator ?? true;
  const set = (s: string, e: string) => onChange(usesEvaluator(s) ? `${s}:${e}` : s);
  const find = (list: EngineList["evaluators"], name: string) => list.find((x) => x.name === name)?.summary;
  return (
    <>
      <label class="stack" title={find(searchers, searcher)}>Search
        <select value={searcher} data-test="searcher" onChange={(e) => set(e.currentTarget.value, evaluator)}>
          {searchers.map((s) => <option value={s.name} title={s.summary}>{s.name}</option>)}
        </select>
      </label>
      {usesEvaluator(searcher) && (
        <label class="stack" title={find(evaluators, evaluator)}>Evaluator
          <select value={evaluator} data-test="evaluator" onChange={(e) => set(searcher, e.currentTarget.value)}>
            {evaluators.map((x) => <option value={x.name} title={x.summary}>{x.name}</option>)}
          </select>
        </label>
      )}
    </>
  );
}
