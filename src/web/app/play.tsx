// Choosing an opponent: a person, or the house engine with its evaluator, searcher and time.
import { useEffect, useState } from "preact/hooks";
import { EngineChoice } from "./engine_choice";
import type { RoomInfo, SeatChoice } from "./live";
import { roomAddress } from "./room_card";
import type { House, Session } from "./session";
import { identity } from "./settings";

const LEVELS: { word: string; house: House }[] = [
  { word: "Random moves", house: { spec: "random", move_time_ms: 200 } },
  { word: "Easy", house: { spec: "greedy:terrain", move_time_ms: 200 } },
  { word: "Club", house: { spec: "alphabeta:amazong", move_time_ms: 300 } },
  { word: "Strong", house: { spec: "alphabeta:amazong", move_time_ms: 2000 } },
  { word: "Strongest", house: { spec: "alphabeta:amazong", move_time_ms: 10000 } },
];
const TIMES_MS = [100, 200, 300, 500, 1000, 2000, 5000, 10000, 20000];

/** Level buttons, and below them everything that they stand for. */
export function HouseChoice({ house, onChange }: { house: House; onChange: (h: House) => void }) {
  return (
    <>
      <div class="choice" role="group" aria-label="strength">
        {LEVELS.map(({ word, house: h }) => (
          <button type="button" key={word} data-test={`level-${word}`} onClick={() => onChange(h)}
            aria-pressed={h.spec === house.spec && h.move_time_ms === house.move_time_ms}>{word}</button>
        ))}
      </div>
      <div class="picks">
        <EngineChoice spec={house.spec} onChange={(spec) => onChange({ ...house, spec })} />
        <label class="stack">Time
          <select value={house.move_time_ms} data-test="engine-time"
            onChange={(e) => onChange({ ...house, move_time_ms: Number(e.currentTarget.value) })}>
            {TIMES_MS.map((ms) => <option value={ms}>{ms / 1000} s</option>)}
          </select>
        </label>
      </div>
    </>
  );
}

/** Where a game can begin at once: an empty room for the engine, where somebody waits for a person. */
function chooseRoom(rooms: RoomInfo[], zone: string | undefined, engine: boolean): string {
  const open = rooms.filter((r) => r.tournament === null && r.zone === zone);
  const waiting = engine ? undefined : open.find((r) => r.status === "waiting");
  return (waiting ?? open.find((r) => r.status === "free"))?.name ?? "auto";
}

export function Play({ session }: { session: Session }) {
  const [engine, setEngine] = useState(true);
  const [as, setAs] = useState<SeatChoice>("any");
  const [house, setHouse] = useState(LEVELS[2]!.house);
  const [asked, setAsked] = useState(false);
  useEffect(() => session.watchLobby(), [session]);
  useEffect(() => {
    if (asked && session.room) location.hash = roomAddress(session.room);
  }, [asked, session.room]);
  const start = (event: Event) => {
    event.preventDefault();
    setAsked(true);
    session.enter(chooseRoom([...session.rooms.values()], session.zone || session.zones[0], engine), as, engine ? house : undefined);
  };
  const pick = <T,>(name: string, now: T, set: (v: T) => void, options: [T, string][]) => (
    <fieldset>
      <legend>{name}</legend>
      <div class="choice">
        {options.map(([value, word]) => (
          <button type="button" key={word} aria-pressed={now === value} onClick={() => set(value)}
            data-test={`pick-${word}`}>{word}</button>
        ))}
      </div>
    </fieldset>
  );
  return (
    <main class="narrow">
      <h1>Play</h1>
      <form class="card" onSubmit={start}>
        {pick("Against", engine, setEngine, [[true, "the engine"], [false, "a person"]])}
        {pick<SeatChoice>("Your side", as, setAs, [["any", "either"], ["white", "White"], ["black", "Black"]])}
        {engine && <fieldset><legend>Engine</legend><HouseChoice house={house} onChange={setHouse} /></fieldset>}
        <p class="soft">You play as <b>{session.me || identity.name}</b>; the button with the name above changes that.</p>
        <button class="primary wide" data-test="start">Start</button>
      </form>
    </main>
  );
}
