// A room with its board, small and live.
import { useMemo } from "preact/hooks";
import { Board } from "./board";
import type { RoomInfo } from "./live";
import { parseFen, parseMove } from "./rules";

const WORDS = { free: "free", waiting: "waits for an opponent", playing: "playing", over: "finished" } as const;
/** Without a zone: the room in the zone where one is. */
export const roomAddress = (room: string, zone = ""): string =>
  `#/room/${encodeURIComponent(room)}${zone ? `/${encodeURIComponent(zone)}` : ""}`;

export function RoomCard({ room }: { room: RoomInfo }) {
  const [position, last] = useMemo(() => {
    const p = parseFen(room.position);
    return [p, room.last ? parseMove(p, room.last) : null];
  }, [room.position, room.last]);
  const watching = room.spectators > 0 ? ` · ${room.spectators} watching` : "";
  const side = (color: "black" | "white") => (
    <span class="seat"><span class={`dot ${color}`} aria-hidden="true" />{room[color] || <i>free seat</i>}</span>
  );
  return (
    <li class={`room ${room.status}`} data-room={room.name}>
      <a href={roomAddress(room.name, room.zone)}
        aria-label={`${room.name}, ${WORDS[room.status]}, ${room.players.join(" against ")}`}>
        {room.status !== "free" && <Board small position={position} last={last} />}
        <div class="about">
          <strong>{room.name}</strong>
          {room.status === "free" ? <span class="soft">nobody here</span> : <>{side("white")}{side("black")}</>}
          <small>
            <span class={`badge ${room.status}`}>{room.status === "playing" ? `move ${room.ply}` : WORDS[room.status]}</span>
            {watching}{room.tournament !== null ? " · tournament" : ""}
          </small>
        </div>
      </a>
    </li>
  );
}
