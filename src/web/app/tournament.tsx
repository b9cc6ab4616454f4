// One tournament, live: boards, standings, crosstable, games by round, exports.
import { useEffect, useState } from "preact/hooks";
import { Organiser } from "./organiser";
import { type Tournament as Data, type TournamentGame, getJson } from "./live";
import { RoomCard, roomAddress } from "./room_card";
import type { Session } from "./session";
import { identity } from "./settings";
import { SYSTEMS, roundText } from "./tournaments";

const number = (n: number): string => (Number.isInteger(n) ? String(n) : n.toFixed(1));

function Standings({ data }: { data: Data }) {
  return (
    <section class="card scroll">
      <h2>Standings</h2>
      <table class="wide" data-test="standings">
        <thead>
          <tr>
            <th class="num">#</th><th>Player</th><th class="num">Points</th><th class="num">Games</th>
            <th class="num" title="Sonneborn-Berger: points of those beaten">SB</th>
            <th class="num" title="head to head: points among equals">Direct</th>
            <th class="num" title="Buchholz: points of all opponents">Buchholz</th>
          </tr>
        </thead>
        <tbody>
          {data.standings.map((s) => (
            <tr key={s.player} data-player={s.player}>
              <td class="num">{s.place}</td>
              <td>
                {s.player}
                {data.withdrawn.includes(s.player) ? <span class="soft"> withdrawn</span>
                  : data.status !== "over" && <span class={`presence ${data.present.includes(s.player) ? "here" : ""}`}>
                    <span class="unseen">{data.present.includes(s.player) ? "is here" : "is not here"}</span>
                  </span>}
              </td>
              <td class="num"><b>{number(s.points)}</b></td><td class="num">{s.games}</td>
              <td class="num">{number(s.sonneborn_berger)}</td><td class="num">{number(s.head_to_head)}</td><td class="num">{number(s.buchholz)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Crosstable({ data }: { data: Data }) {
  if (!data.crosstable || data.system === "knock-out") return null;
  const seat = new Map(data.players.map((p, i) => [p, i]));
  const order = data.standings.map((s) => s.player).filter((p) => seat.has(p));
  return (
    <section class="card scroll">
      <h2>Crosstable</h2>
      <table class="cross" data-test="crosstable">
        <thead><tr><th /><th>Player</th>{order.map((p, i) => <th class="num" title={p} key={p}>{i + 1}</th>)}</tr></thead>
        <tbody>
          {order.map((row, i) => (
            <tr key={row}>
              <td class="num">{i + 1}</td>
              <th scope="row">{row}</th>
              {order.map((column) => {
                const points = data.crosstable![seat.get(row)!]?.[seat.get(column)!] ?? null;
                return <td class={`num ${row === column ? "self" : points ? "win" : ""}`} key={column}>{row === column ? "" : points ?? "·"}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function GameRow({ game, zone }: { game: TournamentGame; zone: string }) {
  const side = (color: "white" | "black") => {
    const won = game.result?.winner === color;
    return <span class={`seat ${won ? "winner" : ""}`}><span class={`dot ${color}`} aria-hidden="true" />{game[color] ?? "bye"}{won && <span class="unseen"> won</span>}</span>;
  };
  const where = game.status === "playing" || game.status === "called"
    ? game.room && <a href={roomAddress(game.room, zone)}>{game.status === "called" ? `awaited in ${game.room}` : `live in ${game.room}`}</a>
    : game.game !== null ? <a href={`#/game/${game.game}`}>replay</a> : null;
  return (
    <li>
      <span class="num soft">{game.number}</span>{side("white")}{side("black")}
      <span class="soft">
        {game.result ? (game.white === null ? "" : game.result.forfeit ? "forfeit" : game.result.winner === "white" ? "1–0" : game.result.winner === "black" ? "0–1" : "–") : ""}
      </span>
      <span>{where}</span>
    </li>
  );
}

function Rounds({ games, zone }: { games: TournamentGame[]; zone: string }) {
  const rounds = [...new Set(games.map((g) => g.round))].sort((a, b) => b - a);
  return (
    <section class="card">
      <h2>Games</h2>
      {rounds.map((round) => (
        <div key={round}>
          <h3>Round {round}</h3>
          <ul class="pairings">{games.filter((g) => g.round === round).map((g) => <GameRow key={g.number} game={g} zone={zone} />)}</ul>
        </div>
      ))}
    </section>
  );
}

export function TournamentPage({ session, id }: { session: Session; id: number }) {
  const [fetched, setFetched] = useState<Data | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    const ends = [session.watchTournaments(), session.watchLobby()];
    getJson<Data>(`/api/tournaments/${id}`).then(setFetched).catch((e: Error) => setTrouble(e.message));
    return () => ends.forEach((end) => end());
  }, [session, id]);
  const data = session.tournaments.get(id) ?? fetched;
  if (!data) return <main><h1>Tournament</h1>{trouble && <p class="trouble" role="alert">{trouble}</p>}</main>;
  const games = data.games ?? fetched?.games ?? [];
  const live = new Set(games.filter((g) => g.status === "playing").map((g) => g.room));
  const boards = [...session.rooms.values()].filter((r) => live.has(r.name) && r.zone === data.zone);
  const file = (kind: string) => <a class="button" href={`/api/tournaments/${id}.${kind}`} download>{kind.toUpperCase()}</a>;
  return (
    <main>
      <h1>{data.name} <span class={`badge ${data.status}`}>{roundText(data)}</span></h1>
      <p class="soft">
        {SYSTEMS[data.system]}, {data.players.length} players, {data.move_time_ms ? `${data.move_time_ms / 1000} s a move` : "no clock"},{" "}
        {data.first} moves first; a missing player loses after {data.grace_ms / 1000} s.
      </p>
      {data.status !== "over" && data.status !== "cancelled" && !session.me && data.players.includes(identity.name) && (
        <p><button class="primary" onClick={() => session.present(data.zone)}>I am here</button> You are seated when your game begins.</p>
      )}
      {boards.length > 0 && <ul class="rooms">{boards.map((r) => <RoomCard key={r.name} room={r} />)}</ul>}
      <div class="columns">
        <div>
          <Standings data={data} />
          <Crosstable data={{ ...data, crosstable: data.crosstable ?? fetched?.crosstable ?? [] }} />
          {(data.corrections?.length ?? 0) > 0 && (
            <section class="card">
              <h2>Corrected results</h2>
              <ul>{data.corrections!.map((c, i) => (
                <li key={i}>Game {c.number}: {c.from ?? "nobody"} → {c.to ?? "nobody"}, {c.why} <small class="soft">{c.date.slice(0, 16).replace("T", " ")}</small></li>
              ))}</ul>
            </section>
          )}
          <div class="row">{["csv", "json", "sgf"].map(file)}</div>
        </div>
        <div>
          <Rounds games={games} zone={data.zone} />
          <Organiser data={data} games={games} onChanged={setFetched} />
        </div>
      </div>
    </main>
  );
}
