// Analyses kept in this browser under a name, and as SGF files.
import { useState } from "preact/hooks";
import { saveText } from "./download";
import { Icon } from "./icons";

const KEY = "thermodon-analyses";
type Shelf = Record<string, string>; // name to SGF

function readShelf(): Shelf {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Shelf;
  } catch {
    return {};
  }
}

export function Saved({ sgf, onOpen, onTrouble }: { sgf: () => string; onOpen: (sgf: string) => void; onTrouble: (text: string) => void }) {
  const [shelf, setShelf] = useState(readShelf);
  const [name, setName] = useState("");
  const keep = (next: Shelf) => {
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
      setShelf(next);
    } catch {
      onTrouble("This browser keeps nothing; download the SGF.");
    }
  };
  return (
    <details class="card">
      <summary><h2>Save and load</h2></summary>
      <form class="row" onSubmit={(e) => {
        e.preventDefault();
        keep({ ...shelf, [name.trim() || `analysis ${Object.keys(shelf).length + 1}`]: sgf() });
        setName("");
      }}>
        <label class="grow"><span class="unseen">name</span>
          <input value={name} maxLength={60} placeholder="name" data-test="save-name" onInput={(e) => setName(e.currentTarget.value)} />
        </label>
        <button data-test="save">Save</button>
        <button type="button" onClick={() => saveText("analysis.sgf", "application/x-go-sgf", sgf())}>SGF file</button>
      </form>
      <ul class="shelf">
        {Object.entries(shelf).map(([key, text]) => (
          <li key={key}>
            <button class="link" onClick={() => onOpen(text)}>{key}</button>
            <button class="plain" aria-label={`forget ${key}`} onClick={() => {
              const { [key]: _, ...rest } = shelf;
              keep(rest);
            }}><Icon name="close" /></button>
          </li>
        ))}
      </ul>
    </details>
  );
}
