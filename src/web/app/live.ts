// The JSON interface (docs/api.md): its messages, one WebSocket that comes back by itself, and plain requests.
import type { Color } from "./rules";

export interface RoomInfo {
  name: string;
  zone: string;
  players: string[];
  spectators: number;
  black: string;
  white: string;
  position: string;
  status: "free" | "waiting" | "playing" | "over";
  ply: number;
  last: string | null;
  game: number | null;
  tournament: number | null;
}
export interface GameResult {
  winner: Color | null;
  reason: string;
  detail?: string;
}
export interface GameState {
  id: number | null;
  black: string;
  white: string;
  first: Color;
  start: string;
  position: string;
  moves: { move: string; seconds: number }[];
  status: "free" | "waiting" | "playing" | "over";
  to_move: Color;
  move_time_ms: number | null;
  remaining_ms: number | null;
  paused?: boolean;
  result: GameResult | null;
  tournament: { id: number; number: number; round: number } | null;
}
export interface User {
  name: string;
  role: "player" | "spectator";
}
export interface AnalysisLine {
  score: number;
  mate?: number;
  pv: string[];
}
export interface TournamentGame {
  number: number;
  round: number;
  black: string;
  white: string | null; // null: a bye
  status: "waiting" | "called" | "playing" | "over";
  room: string | null;
  game: number | null;
  result: { winner: Color | null; reason: string; forfeit: boolean } | null;
}
export interface Standing {
  place: number;
  player: string;
  points: number;
  games: number;
  wins: number;
  losses: number;
  sonneborn_berger: number;
  head_to_head: number;
  buchholz: number;
  as_black: number;
  as_white: number;
}
export interface Tournament {
  id: number;
  name: string;
  zone: string;
  system: "round-robin" | "double-round-robin" | "swiss" | "knock-out";
  status: "waiting" | "running" | "over" | "cancelled";
  rooms: string[];
  players: string[];
  present: string[];
  withdrawn: string[];
  rounds: number | null;
  round: number;
  move_time_ms: number | null;
  first: Color;
  grace_ms: number;
  games?: TournamentGame[];
  standings: Standing[];
  crosstable?: (number | null)[][];
  corrections?: { date: string; number: number; from: Color | null; to: Color | null; why: string }[];
}
export interface Named {
  name: string;
  summary: string;
}
export interface EngineList {
  evaluators: Named[];
  searchers: (Named & { uses_evaluator: boolean })[];
}

export type MoveMessage = {
  type: "move"; room: string; id: number; by: Color; move: string; seconds: number; ply: number; to_move: Color;
  remaining_ms: number | null;
};
export type ServerMessage =
  | { type: "hello"; version: string; zones: string[]; move_time_ms: number | null; house: boolean }
  | { type: "login"; name: string; zone: string; token: string; rooms: RoomInfo[] }
  | { type: "logout" }
  | { type: "error"; message: string; code?: number; ref?: string | number }
  | { type: "joined"; room: string; as: User["role"]; users: User[] }
  | ({ type: "entered"; room: string } & User)
  | { type: "left"; room: string; name: string }
  | { type: "game"; room: string; game: GameState }
  | MoveMessage
  | { type: "clock"; room: string; id: number; to_move: Color; remaining_ms: number | null }
  | { type: "chat"; room: string; name: string; text: string }
  | { type: "notice"; room: string; text: string }
  | { type: "rooms"; rooms: RoomInfo[] }
  | { type: "tournament"; tournament: Tournament }
  | { type: "info"; id: number; depth: number; nodes: number; nps: number; seconds: number; lines: AnalysisLine[] }
  | { type: "analysis-end"; id: number }
  | { type: "closing"; reason: "idle" | "kicked" | "stopping" }
  | { type: "pong" };

export type SeatChoice = "black" | "white" | "any" | "spectator";
export type ClientMessage = { ref?: string | number } & (
  | { type: "login"; zone?: string; name?: string; password?: string }
  | { type: "resume"; token: string }
  | { type: "logout" }
  | { type: "join"; room: string; as?: SeatChoice }
  | { type: "leave" }
  | { type: "move"; move: string; ply: number }
  | { type: "new-game" }
  | { type: "chat"; text: string }
  | { type: "house"; spec: string; move_time_ms: number }
  | { type: "lobby"; on: boolean }
  | { type: "tournaments"; on: boolean }
  | { type: "analyze"; id: number; position: string; spec: string; multipv: number; seconds: number }
  | { type: "stop"; id: number }
  | { type: "ping" }
);

export type Status = "connecting" | "open" | "lost" | "closed";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** Somebody who only watches is not idle. */
const PING_MS = 60_000;

export class Live {
  private socket: WebSocket | null = null;
  private pause = FIRST_PAUSE_MS;
  private readonly listeners = new Set<(m: ServerMessage) => void>();
  private readonly statusListeners = new Set<(s: Status) => void>();
  status: Status = "connecting";

  constructor(private readonly url: string) {
    this.connect();
    setInterval(() => this.send({ type: "ping" }), PING_MS);
  }

  /** Dropped while there is no line; who listens to the status says again what is still true. */
  send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
  /** Returns the function that ends the listening. */
  on(listener: (m: ServerMessage) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  onStatus(listener: (s: Status) => void): () => void {
    this.statusListeners.add(listener);
    return () => this.statusListeners.delete(listener);
  }
  /** Makes a line again that was closed for good. */
  connect(): void {
    const socket = new WebSocket(this.url);
    this.socket = socket;
    let thrownOut = false;
    socket.onopen = () => {
      this.pause = FIRST_PAUSE_MS;
      this.setStatus("open");
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(String(event.data)) as ServerMessage;
      // Coming back by itself would throw out the one who took this name.
      if (message.type === "closing" && message.reason === "kicked") thrownOut = true;
      this.listeners.forEach((l) => l(message));
    };
    socket.onclose = () => {
      this.setStatus(thrownOut ? "closed" : "lost");
      if (thrownOut) return;
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(this.pause * 2, LONGEST_PAUSE_MS);
    };
  }

  private setStatus(status: Status): void {
    this.status = status;
    this.statusListeners.forEach((l) => l(status));
  }
}

const TOO_FAST = 429;
const ATTEMPTS = 5;

/** Throws an Error with the server's own words. Asks again after `pauseMs` when the server found it too fast. */
export async function getJson<T>(path: string, query: Record<string, string> = {}, pauseMs = 0): Promise<T> {
  const text = new URLSearchParams(query).toString();
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(text ? `${path}?${text}` : path);
    if (answer.status !== TOO_FAST || pauseMs === 0 || attempt === ATTEMPTS) return read<T>(answer);
    await new Promise((done) => setTimeout(done, pauseMs * attempt));
  }
}

export async function postJson<T>(path: string, token: string, body: object): Promise<T> {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  return read<T>(await fetch(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

async function read<T>(answer: Response): Promise<T> {
  const body = (await answer.json().catch(() => ({}))) as T & { error?: string };
  if (!answer.ok) throw new Error(body.error ?? `${answer.status} ${answer.statusText}`);
  return body;
}
