// What an evaluator says of a position, term by term.
import { useEffect, useState } from "preact/hooks";
import { useEngines } from "./engine_choice";
import { getJson } from "./live";
import { type Position, toFen } from "./rules";
import { scoreText } from "./score";

interface Evaluation {
  evaluator: string;
  score: number;
  terms: Record<string, number>;
}

export function Terms({ position }: { position: Position }) {
  const { evaluators } = useEngines();
  const [name, setName] = useState("amazong");
  const [found, setFound] = useState<Evaluation | null>(null);
  const fen = toFen(position);
  useEffect(() => {
    let stale = false;
    getJson<Evaluation>("/api/eval", { position: fen, evaluator: name })
      .then((e) => !stale && setFound(e))
      .catch(() => !stale && setFound(null));
    return () => {
      stale = true;
    };
  }, [fen, name]);
  return (
    <section class="card">
      <div class="head">
        <h2>Evaluation</h2>
        <label><span class="unseen">evaluator</span>
          <select value={name} data-test="terms-evaluator" onChange={(e) => setName(e.currentTarget.value)}>
            {evaluators.map((e) => <option value={e.name} title={e.summary}>{e.name}</option>)}
          </select>
        </label>
      </div>
      {found && (
        <>
          <p data-test="eval-score" data-score={found.score}>
            <b>{scoreText(found.score)}</b> for {position.toMove === "white" ? "White" : "Black"}, who is to move
          </p>
          <dl class="terms">
            {Object.entries(found.terms).map(([term, value]) => (
              <div key={term}><dt>{term}</dt><dd data-term={term}>{Number(value.toFixed(2))}</dd></div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}
