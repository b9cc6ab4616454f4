// The page's head: where to go, who one is, how it looks.
import { useState } from "preact/hooks";
import { Icon } from "./icons";
import type { Session } from "./session";
import { change, identity, useSettings, type Settings } from "./settings";

const PLACES = [
  { view: "", word: "Rooms" },
  { view: "play", word: "Play" },
  { view: "tournaments", word: "Tournaments" },
  { view: "games", word: "Games" },
  { view: "analyse", word: "Analyse" },
];
const BELONGS: Record<string, string> = { room: "", game: "games", tournament: "tournaments" };

function SettingsMenu() {
  const s = useSettings();
  const pick = <K extends keyof Settings>(key: K, name: string, options: [Settings[K], string][]) => (
    <fieldset>
      <legend>{name}</legend>
      <div class="choice">
        {options.map(([value, word]) => (
          <button key={word} aria-pressed={s[key] === value} data-test={`set-${word}`}
            onClick={() => change({ [key]: value } as Partial<Settings>)}>{word}</button>
        ))}
      </div>
    </fieldset>
  );
  return (
    <details class="menu">
      <summary aria-label="how it looks" title="How it looks" data-test="settings"><Icon name="settings" /></summary>
      <div class="popup">
        {pick("theme", "Page", [["auto", "auto"], ["light", "light"], ["dark", "dark"]])}
        {pick("board", "Board", [["wood", "wood"], ["slate", "slate"], ["tanks", "tanks"]])}
        {pick("palette", "Heat maps", [["green-red", "green to red"], ["colour-blind", "colour-blind safe"]])}
        {pick("motion", "Moves", [[true, "moving"], [false, "still"]])}
      </div>
    </details>
  );
}

function Name({ session }: { session: Session }) {
  const [name, setName] = useState(identity.name);
  const [password, setPassword] = useState("");
  const [open, setOpen] = useState(false);
  return (
    <details class="menu" open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary data-test="me" title="Your name"><Icon name="person" /><span class="who">{session.me || identity.name}</span></summary>
      <form class="popup" onSubmit={(e) => {
        e.preventDefault();
        session.rename(name.trim() || identity.name, password);
        setOpen(false);
      }}>
        <label class="stack">Name
          <input value={name} maxLength={32} data-test="name" autocomplete="username" onInput={(e) => setName(e.currentTarget.value)} />
        </label>
        <label class="stack">Password, when the name is reserved
          <input type="password" value={password} autocomplete="current-password" onInput={(e) => setPassword(e.currentTarget.value)} />
        </label>
        <button class="primary" data-test="log-in" disabled={session.playing}>{session.playing ? "Not during a game" : "Use this name"}</button>
      </form>
    </details>
  );
}

export function Header({ session, view }: { session: Session; view: string }) {
  const here = BELONGS[view] ?? view;
  return (
    <header class="top">
      <a href="#/" class="brand" aria-label="Thermodon, the rooms">
        <svg viewBox="0 0 10 10" aria-hidden="true"><path d="M1.6 7.2 1 3l2.300 1.600L5 1.500l1.700 3.100L9 3l-.6 4.200zM1.700 8h6.600v1H1.700z" /></svg>
        Thermodon
      </a>
      <nav aria-label="main">
        {PLACES.map(({ view: v, word }) => <a key={v} href={`#/${v}`} aria-current={v === here ? "page" : undefined}>{word}</a>)}
      </nav>
      <div class="tools">
        <Name session={session} />
        <SettingsMenu />
      </div>
    </header>
  );
}
