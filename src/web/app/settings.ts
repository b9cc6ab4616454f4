// What a person chose for this browser, kept in local storage.
import { useEffect, useState } from "preact/hooks";

export interface Settings {
  name: string;
  theme: "auto" | "light" | "dark";
  pieces: "amazons" | "tanks";
  palette: "green-red" | "colour-blind";
}
const KEY = "thermodon";
const DEFAULTS: Settings = { name: "", theme: "auto", pieces: "amazons", palette: "green-red" };

function load(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return DEFAULTS; // storage may be closed to us, or hold another program's text
  }
}

/** Null: this page's connection is a guest's. The password lives only as long as the tab. */
export const login = { password: "" };

let current = load();
const listeners = new Set<() => void>();

export const settings = (): Settings => current;
export function change(part: Partial<Settings>): void {
  current = { ...current, ...part };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // kept for this page only
  }
  applyTheme();
  listeners.forEach((l) => l());
}
export function applyTheme(): void {
  const root = document.documentElement;
  if (current.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = current.theme;
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
