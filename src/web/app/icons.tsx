// The few pictures on buttons, drawn in 24 by 24.
const PATHS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  on: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  flip: "M8 20V5m-4 4 4-4 4 4M16 4v15m-4-4 4 4 4-4",
  settings: "M4 7h10m4 0h2M4 17h2m4 0h10M14 4.5v5M10 14.5v5",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c1-4 4-5.5 7.5-5.5s6.500 1.500 7.500 5.500",
  close: "M6 6l12 12M18 6 6 18",
} as const;

export function Icon({ name }: { name: keyof typeof PATHS }) {
  const solid = ["first", "back", "on", "last"].includes(name);
  return (
    <svg class={`icon ${solid ? "solid" : ""}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
