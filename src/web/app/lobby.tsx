// All rooms with small live boards, and the house engine for who wants to play at once.
import { useEffect, useState } from "preact/hooks";
import { Board } from "./board";
import type { Live, RoomInfo } from "./live";
import { parseFen, parseMove } from "./rules";

const WORDS = { free: "free", waiting: "waiting for an opponent", playing: "playing", over: "finished" } as const;

function RoomCard({ room }: { room: RoomInfo }) {
  const position = parseFen(room.position);
  return (
    <li class={`room ${room.status}`}>
      <a href={`#/room/${encodeURIComponent(room.name)}`} aria-label={`${room.name}, ${WORDS[room.status]}`}>
        <Board small position={position} last={room.last ? parseMove(position, room.last) : null} />
        <strong>{room.name}</strong>
        <span>{room.players.join(" – ") || WORDS[room.status]}</span>
        <small>
          {room.status === "playing" ? `move ${room.ply}` : WORDS[room.status]}
          {room.spectators > 0 ? `, ${room.spectators} watching` : ""}
        </small>
      </a>
    </li>
  );
}

const ORDER = { playing: 0, waiting: 1, over: 2, free: 3 } as const;

export function Lobby({ live }: { live: Live }) {
  const [rooms, setRooms] = useState<RoomInfo[]>([]);
  useEffect(() => {
    const watch = () => live.send({ type: "lobby", on: true });
    const ends = [
      live.on((m) => {
        if (m.type === "rooms" || m.type === "login") setRooms(m.rooms);
        if (m.type === "login") watch();
      }),
      () => live.send({ type: "lobby", on: false }),
    ];
    watch();
    return () => ends.forEach((end) => end());
  }, [live]);
  const sorted = rooms
    .map((room, i) => ({ room, i }))
    .sort((a, b) => ORDER[a.room.status] - ORDER[b.room.status] || a.i - b.i);
  return (
    <main>
      <h1>Rooms</h1>
      <p>
        Open a room to watch it or to take a seat. <a href="#/play">Play the engine</a> at once, look at{" "}
        <a href="#/games">finished games</a>, or <a href="#/analyse">analyse a position</a>.
      </p>
      <ul class="rooms">{sorted.map(({ room }) => <RoomCard key={room.zone + room.name} room={room} />)}</ul>
    </main>
  );
}
