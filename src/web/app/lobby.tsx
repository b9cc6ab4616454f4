// All rooms with small live boards.
import { useEffect } from "preact/hooks";
import type { RoomInfo } from "./live";
import { RoomCard } from "./room_card";
import type { Session } from "./session";

const ORDER = { playing: 0, waiting: 1, over: 2, free: 3 } as const;

function Rooms({ title, rooms }: { title: string; rooms: RoomInfo[] }) {
  if (rooms.length === 0) return null;
  return (
    <section>
      <h2>{title} <span class="count">{rooms.length}</span></h2>
      <ul class={rooms[0]!.status === "free" ? "rooms bare" : "rooms"}>{rooms.map((room) => <RoomCard key={room.zone + room.name} room={room} />)}</ul>
    </section>
  );
}

export function Lobby({ session }: { session: Session }) {
  useEffect(() => session.watchLobby(), [session]);
  // Boards of all zones, but empty rooms only where people usually play.
  const home = session.zones[0];
  const rooms = [...session.rooms.values()].filter((r) => r.status !== "free" || r.zone === home).sort((a, b) => ORDER[a.status] - ORDER[b.status]);
  return (
    <main>
      <section class="hero">
        <div>
          <h1>The Game of the Amazons</h1>
          <p>Move an amazon like a queen, then shoot an arrow that blocks a square for good. Who cannot move has lost.</p>
        </div>
        <div class="row">
          <a class="button primary" href="#/play" data-test="play">Play a game</a>
          <a class="button" href="#/analyse">Analyse</a>
        </div>
      </section>
      <Rooms title="Boards" rooms={rooms.filter((r) => r.status !== "free")} />
      <Rooms title="Free rooms" rooms={rooms.filter((r) => r.status === "free")} />
    </main>
  );
}
