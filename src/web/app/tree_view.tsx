// A game with its variations as text, each move a button: the main line, variations in their own indented lists.
import type { ComponentChildren } from "preact";
import type { Tree } from "./tree";

interface Props {
  tree: Tree;
  at: number;
  go: (node: number) => void;
}

export function TreeView({ tree, at, go }: Props) {
  const move = (n: number, depth: number, numbered: boolean) => {
    const { name, parent } = tree[n]!;
    const mover = tree[parent]!.position.toMove;
    const number = `${Math.floor(depth / 2) + 1}${depth % 2 === 0 ? "." : "…"}`;
    return (
      <span key={n} class="node">
        {(numbered || depth % 2 === 0) && <span class="number" aria-hidden="true">{number}</span>}
        <button class="link" aria-current={n === at ? "step" : undefined} onClick={() => go(n)}
          aria-label={`${mover} ${name}`}>{name}</button>
      </span>
    );
  };
  // A line from a node to its end; where it branches the variations follow the move that they replace.
  function line(n: number, depth: number): ComponentChildren[] {
    const out: ComponentChildren[] = [move(n, depth, true)];
    let broken = false;
    for (let node = n; tree[node]!.children.length > 0; ) {
      const [main, ...others] = tree[node]!.children;
      depth++;
      out.push(move(main!, depth, broken));
      broken = others.length > 0;
      for (const o of others) out.push(<div key={`v${o}`} class="variation">{line(o, depth)}</div>);
      node = main!;
    }
    return out;
  }
  const [main, ...others] = tree[0]!.children;
  if (main === undefined) return <p class="soft">Play moves on the board; other moves become variations.</p>;
  return (
    <div class="tree" data-test="tree">
      {others.map((o) => <div key={`v${o}`} class="variation">{line(o, 0)}</div>)}
      {line(main, 0)}
    </div>
  );
}
