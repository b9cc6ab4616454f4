// The JSON interface's messages (docs/api.md) and one WebSocket that comes back by itself.
import type { Color } from "./rules";

export interface RoomInfo {
  name: string;
  zone: string;
  players: string[];
  spectators: number;
  position: string;
  status: "free" | "waiting" | "playing" | "over";
  ply: number;
  last: string | null;
}
export interface GameResult {
  winner: Color | null;
  reason: string;
  detail: string;
}
export interface GameState {
  black: string;
  white: string;
  first: Color;
  start: string;
  position: string;
  moves: { move: string; seconds: number }[];
  status: "waiting" | "playing" | "over";
  to_move: Color;
  move_time_ms: number | null;
  remaining_ms: number | null;
  result: GameResult | null;
}
export interface AnalysisLine {
  score: number;
  pv: string[];
}
export type ServerMessage =
  | { type: "login"; name: string; zone: string; rooms: RoomInfo[] }
  | { type: "error"; message: string; code?: number }
  | { type: "joined"; room: string; users: { name: string; role: "player" | "spectator" }[] }
  | { type: "entered"; room: string; name: string; role: "player" | "spectator" }
  | { type: "left"; room: string; name: string }
  | { type: "game"; room: string; game: GameState }
  | {
      type: "move"; room: string; by: Color; move: string; seconds: number; ply: number; to_move: Color;
      remaining_ms: number | null;
    }
  | { type: "chat"; room: string; name: string; text: string }
  | { type: "rooms"; rooms: RoomInfo[] }
  | { type: "info"; id: number; depth: number; nodes: number; nps: number; seconds: number; lines: AnalysisLine[] }
  | { type: "analysis-end"; id: number };

export type ClientMessage =
  | { type: "login"; name?: string; password?: string }
  | { type: "join"; room: string; as?: "black" | "white" | "any" | "spectator" }
  | { type: "leave" }
  | { type: "move"; move: string }
  | { type: "new-game" }
  | { type: "chat"; text: string }
  | { type: "house"; spec: string; move_time_ms: number }
  | { type: "lobby"; on: boolean }
  | { type: "analyze"; id: number; position: string; spec: string; multipv: number; seconds: number }
  | { type: "stop"; id: number }
  | { type: "logout" };

export type Status = "connecting" | "open" | "lost";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

export class Live {
  private socket: WebSocket | null = null;
  private pause = FIRST_PAUSE_MS;
  private readonly listeners = new Set<(m: ServerMessage) => void>();
  private readonly statusListeners = new Set<(s: Status) => void>();
  status: Status = "connecting";

  /** `greet` gives the messages that (re-)establish this page's place: login, room. */
  constructor(private readonly url: string, private readonly greet: () => ClientMessage[]) {
    this.connect();
  }

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

  private setStatus(status: Status): void {
    this.status = status;
    this.statusListeners.forEach((l) => l(status));
  }
  private connect(): void {
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      this.pause = FIRST_PAUSE_MS;
      this.setStatus("open");
      this.greet().forEach((m) => this.send(m));
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(String(event.data)) as ServerMessage;
      this.listeners.forEach((l) => l(message));
    };
    socket.onclose = () => {
      this.setStatus("lost");
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(this.pause * 2, LONGEST_PAUSE_MS);
    };
  }
}

export async function getJson<T>(path: string, query: Record<string, string> = {}): Promise<T> {
  const text = new URLSearchParams(query).toString();
  const answer = await fetch(text ? `${path}?${text}` : path);
  const body = (await answer.json()) as T & { error?: string };
  if (!answer.ok) throw new Error(body.error ?? `${answer.status} ${answer.statusText}`);
  return body;
}
