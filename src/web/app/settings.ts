// What a person chose for this browser, kept in local storage, and who this tab is, kept as long as the tab.
import { useEffect, useState } from "preact/hooks";

export interface Settings {
  theme: "auto" | "light" | "dark";
  board: "wood" | "slate" | "tanks";
  palette: "green-red" | "colour-blind";
  motion: boolean;
}
const KEY = "thermodon";
const DEFAULTS: Settings = { theme: "auto", board: "wood", palette: "green-red", motion: true };

// Storage may be closed to us, or hold another program's text.
function read<T extends object>(storage: () => Storage, fallback: T): T {
  try {
    return { ...fallback, ...(JSON.parse(storage().getItem(KEY) ?? "{}") as Partial<T>) };
  } catch {
    return fallback;
  }
}
function write(storage: () => Storage, value: object): void {
  try {
    storage().setItem(KEY, JSON.stringify(value));
  } catch {
    // kept for this page only
  }
}

let current = read(() => localStorage, DEFAULTS);
const listeners = new Set<() => void>();

export function change(part: Partial<Settings>): void {
  current = { ...current, ...part };
  write(() => localStorage, current);
  applyTheme();
  listeners.forEach((l) => l());
}
export function applyTheme(): void {
  const root = document.documentElement;
  if (current.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = current.theme;
  root.dataset.board = current.board;
}
export function useSettings(): Settings {
  const [, redraw] = useState(0);
  useEffect(() => {
    const l = () => redraw((n) => n + 1);
    listeners.add(l);
    return () => void listeners.delete(l);
  }, []);
  return current;
}

/** A tab's own name, so that a reload finds its seat again and a second tab does not throw the first one out. */
export interface Identity {
  name: string;
  password: string;
  /** the room that this tab last had a seat in, or "" */
  seat: string;
}
const AMAZONS = ["Antiope", "Asteria", "Clete", "Euryale", "Hippolyta", "Lysippe", "Marpesia", "Melanippe", "Molpadia",
  "Myrina", "Otrera", "Penthesilea", "Thalestris", "Toxaris"];
function someName(): string {
  const pick = (n: number) => Math.floor(Math.random() * n);
  return `${AMAZONS[pick(AMAZONS.length)]!} ${100 + pick(900)}`;
}

export const identity: Identity = read(() => sessionStorage, { name: someName(), password: "", seat: "" });
write(() => sessionStorage, identity);
export function setIdentity(part: Partial<Identity>): void {
  Object.assign(identity, part);
  write(() => sessionStorage, identity);
}
