// All tournaments, and making one.
import { useEffect } from "preact/hooks";
import type { Tournament } from "./live";
import { NewTournament } from "./new_tournament";
import type { Session } from "./session";

export const SYSTEMS: Record<Tournament["system"], string> = {
  "round-robin": "round robin",
  "double-round-robin": "double round robin",
  swiss: "Swiss",
  "knock-out": "knock-out",
};
export const STATES: Record<Tournament["status"], string> = {
  waiting: "waits for its players",
  running: "running",
  over: "finished",
  cancelled: "cancelled",
};
export const roundText = (t: Tournament): string =>
  t.status === "running" ? `round ${t.round}${t.rounds ? ` of ${t.rounds}` : ""}` : STATES[t.status];

export function Tournaments({ session }: { session: Session }) {
  useEffect(() => session.watchTournaments(), [session]);
  const list = [...session.tournaments.values()].sort((a, b) => b.id - a.id);
  return (
    <main>
      <h1>Tournaments</h1>
      {list.length === 0 && <p class="soft">There has been no tournament yet.</p>}
      <ul class="tournaments">
        {list.map((t) => (
          <li key={t.id}>
            <a class="card" href={`#/tournament/${t.id}`}>
              <strong>{t.name}</strong>
              <span class="soft">{SYSTEMS[t.system]}, {t.players.length} players</span>
              <span><span class={`badge ${t.status}`}>{roundText(t)}</span></span>
              {t.standings[0] && t.status !== "waiting" && <span>{t.status === "over" ? "won by" : "leading:"} <b>{t.standings[0].player}</b></span>}
            </a>
          </li>
        ))}
      </ul>
      <NewTournament />
    </main>
  );
}
