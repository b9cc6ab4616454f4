// This tab's place on the server: who it is, which room it is in, what goes on there. One store; views redraw when it
// changes. It says everything again when the line is made anew.
import { useEffect, useState } from "preact/hooks";
import { type GameState, Live, type MoveMessage, type RoomInfo, type SeatChoice, type ServerMessage, type Status, type Tournament, type User } from "./live";
import { identity, setIdentity } from "./settings";

export interface ChatLine {
  name: string; // "" for the server
  text: string;
}
export interface House {
  spec: string;
  move_time_ms: number;
}
const CHAT_LINES = 200;

function withMove(game: GameState, m: MoveMessage): GameState {
  if (m.ply <= game.moves.length) return game; // told twice, by a state and by the move itself
  const moves = [...game.moves, { move: m.move, seconds: m.seconds }];
  return { ...game, moves, to_move: m.to_move, remaining_ms: m.remaining_ms, paused: false };
}

export class Session {
  readonly live: Live;
  status: Status = "connecting";
  me = "";
  house = true;
  zones: string[] = []; // the first is where people play unless they say otherwise
  zone = "";
  room = ""; // where the server says that we are
  users: User[] = [];
  game: GameState | null = null;
  chat: ChatLine[] = [];
  trouble = "";
  /** The ply at which our move is on its way; -1: none is. */
  sentAt = -1;
  rooms = new Map<string, RoomInfo>();
  tournaments = new Map<number, Tournament>();

  private wanted: { room: string; as: SeatChoice; house?: House | undefined } | null = null;
  private lobbyWatchers = 0;
  private tournamentWatchers = 0;
  private token = "";
  private readonly listeners = new Set<() => void>();

  constructor(url: string) {
    this.live = new Live(url);
    this.live.onStatus((status) => {
      this.status = status;
      if (status === "open") this.greet();
      else this.me = "";
      this.changed();
    });
    this.live.on((m) => {
      this.take(m);
      this.changed();
    });
  }
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  get seated(): boolean {
    return this.users.some((u) => u.name === this.me && u.role === "player");
  }
  get playing(): boolean {
    return this.seated && this.game?.status === "playing";
  }

  /** Goes to a room; a seat held there before is taken again. */
  enter(room: string, as: SeatChoice = "spectator", house?: House, zone?: string): void {
    const elsewhere = zone !== undefined && this.zone !== "" && zone !== this.zone;
    if (room === this.room && as === "spectator" && !elsewhere) return;
    if (this.playing && room !== this.room) {
      this.trouble = `Your game in ${this.room} goes on; finish it first.`;
      this.changed();
      return;
    }
    this.wanted = { room, as, house };
    this.trouble = "";
    if (zone !== undefined) this.zone = zone;
    if (elsewhere) this.logOut();
    if (!this.me) return this.logIn();
    // A colour is asked for at the door only.
    if (room === this.room) this.live.send({ type: "leave" });
    this.join();
  }
  /** Logs in, for who waits to be seated by the server. */
  present(zone: string): void {
    if (this.me) return;
    this.zone = zone;
    this.logIn();
  }
  play(move: string): void {
    this.trouble = "";
    if (!this.game) return;
    this.sentAt = this.game.moves.length;
    this.live.send({ type: "move", move, ply: this.sentAt + 1, ref: "move" });
    this.changed();
  }
  /** The page shows no room any more: who sits at a board stays there, who watches leaves. */
  away(): void {
    if (this.seated && this.game?.status !== "over") return;
    this.leave();
  }
  leave(): void {
    if (this.room) this.live.send({ type: "leave" });
    this.wanted = null;
    setIdentity({ seat: "" });
    this.forgetRoom();
    this.changed();
  }
  rename(name: string, password: string): void {
    setIdentity({ name, password });
    this.trouble = "";
    if (this.me) {
      this.logOut();
      this.wanted = this.room ? { room: this.room, as: "spectator" } : null;
      this.forgetRoom();
    }
    this.logIn();
  }
  watchLobby(): () => void {
    if (this.lobbyWatchers++ === 0) this.live.send({ type: "lobby", on: true });
    return () => {
      if (--this.lobbyWatchers === 0) this.live.send({ type: "lobby", on: false });
    };
  }
  watchTournaments(): () => void {
    if (this.tournamentWatchers++ === 0) this.live.send({ type: "tournaments", on: true });
    return () => {
      if (--this.tournamentWatchers === 0) this.live.send({ type: "tournaments", on: false });
    };
  }
  clearTrouble(): void {
    this.trouble = "";
    this.changed();
  }

  private changed(): void {
    this.listeners.forEach((l) => l());
  }
  private greet(): void {
    if (this.lobbyWatchers > 0) this.live.send({ type: "lobby", on: true });
    if (this.tournamentWatchers > 0) this.live.send({ type: "tournaments", on: true });
    if (this.wanted) this.logIn();
  }
  private logOut(): void {
    if (this.me) this.live.send({ type: "logout" });
    this.me = "";
    this.token = "";
  }
  private logIn(): void {
    const zone = this.zone ? { zone: this.zone } : {};
    this.live.send({ type: "login", ...zone, name: identity.name, password: identity.password, ref: "login" });
  }
  private join(): void {
    const { room, as } = this.wanted!;
    const seat = as === "spectator" && identity.seat === room ? "any" : as;
    this.live.send({ type: "join", room, as: seat, ref: "join" });
  }
  private forgetRoom(): void {
    this.room = "";
    this.users = [];
    this.game = null;
    this.chat = [];
    this.sentAt = -1;
  }
  private say(name: string, text: string): void {
    this.chat = [...this.chat.slice(1 - CHAT_LINES), { name, text }];
  }
  private setRole(user: User): void {
    this.users = [...this.users.filter((u) => u.name !== user.name), user];
    if (user.name === this.me) setIdentity({ seat: user.role === "player" ? this.room : "" });
  }

  private take(m: ServerMessage): void {
    if (m.type === "hello") {
      this.house = m.house;
      this.zones = m.zones;
    } else if (m.type === "login") this.loggedIn(m.name, m.zone, m.token);
    else if (m.type === "error") this.refused(m);
    else if (m.type === "joined") this.joined(m.room, m.users);
    else if (m.type === "rooms") for (const room of m.rooms) this.rooms.set(`${room.zone}/${room.name}`, room);
    else if (m.type === "tournament") this.tournaments.set(m.tournament.id, m.tournament);
    else if (m.type === "closing" && m.reason === "kicked") this.trouble = "";
    else if (m.type === "notice" && (m.room === "" || m.room === this.room)) this.say("", m.text);
    else if ("room" in m && m.room === this.room) this.takeOfRoom(m);
  }
  private takeOfRoom(m: ServerMessage): void {
    if (m.type === "game") this.game = m.game;
    else if (m.type === "move") this.game = this.game && withMove(this.game, m);
    else if (m.type === "clock") this.game = this.game && { ...this.game, remaining_ms: m.remaining_ms, paused: false };
    else if (m.type === "chat") this.say(m.name, m.text);
    else if (m.type === "entered") {
      const known = this.users.some((u) => u.name === m.name);
      if (!known) this.say("", `${m.name} ${m.role === "player" ? "sits down" : "is watching"}`);
      this.setRole({ name: m.name, role: m.role });
    } else if (m.type === "left") {
      this.users = this.users.filter((u) => u.name !== m.name);
      if (m.name === this.me) {
        setIdentity({ seat: "" });
        this.forgetRoom();
      } else {
        this.say("", `${m.name} left`);
      }
    }
  }
  private loggedIn(name: string, zone: string, token: string): void {
    this.me = name;
    this.zone = zone;
    this.token = token;
    setIdentity({ name });
    if (this.wanted) this.join();
  }
  private joined(room: string, users: User[]): void {
    if (room !== this.room) this.forgetRoom();
    const house = this.wanted?.house;
    this.room = room;
    this.users = users;
    this.sentAt = -1;
    this.wanted = { room, as: "spectator" };
    this.trouble = "";
    setIdentity({ seat: this.seated ? room : "" });
    if (house && this.seated) this.live.send({ type: "house", ...house, ref: "house" });
  }
  private refused(m: Extract<ServerMessage, { type: "error" }>): void {
    const NAME_IN_USE = 6;
    // The server may not have noticed yet that our old line is dead; the token proves that the name is ours.
    if (m.ref === "login" && m.code === NAME_IN_USE && this.token) this.live.send({ type: "resume", token: this.token });
    // What an analysis is told is the analysis' own matter.
    else if (typeof m.ref !== "number") this.trouble = m.message;
    if (m.ref === "move") this.sentAt = -1;
  }
}

export function useSession(session: Session): Session {
  const [, redraw] = useState(0);
  useEffect(() => session.subscribe(() => redraw((n) => n + 1)), [session]);
  return session;
}
