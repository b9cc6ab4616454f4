// What stands on the squares, drawn in a square of 10 by 10.
import type { Color } from "./rules";

export function Amazon({ color }: { color: Color }) {
  return (
    <g class={`piece ${color}`}>
      <path d="M2.5 7.1 L1.7 3.6 L3.7 5.1 L5 2.2 L6.3 5.1 L8.3 3.6 L7.5 7.1 Z" />
      <rect x="2.4" y="7.5" width="5.2" height="1.15" rx="0.5" />
      <circle cx="1.7" cy="3.2" r="0.6" />
      <circle cx="5" cy="1.75" r="0.65" />
      <circle cx="8.3" cy="3.2" r="0.6" />
    </g>
  );
}

/** `angle` in degrees, clockwise from up: where the barrel points. */
export function Tank({ color, angle }: { color: Color; angle: number }) {
  return (
    <g class={`piece tank ${color}`} transform={`rotate(${angle} 5 5)`}>
      <rect class="track" x="1.7" y="1.9" width="1.7" height="6.6" rx="0.6" />
      <rect class="track" x="6.6" y="1.9" width="1.7" height="6.6" rx="0.6" />
      <path class="tread" d="M1.7 3.2h1.7M1.7 4.5h1.7M1.7 5.8h1.7M1.7 7.1h1.7M6.6 3.2h1.7M6.6 4.5h1.7M6.6 5.8h1.7M6.6 7.1h1.7" />
      <rect x="2.9" y="2.5" width="4.2" height="5.5" rx="0.5" />
      <rect x="4.55" y="0.5" width="0.9" height="4" rx="0.3" />
      <circle cx="5" cy="5.3" r="1.45" />
      <circle class="hatch" cx="5" cy="5.5" r="0.55" />
    </g>
  );
}

/** Where an arrow stuck: nothing passes any more. */
export function Stone({ plain }: { plain: boolean }) {
  return (
    <g class="arrow">
      <rect x="1" y="1" width="8" height="8" rx="1.7" />
      {!plain && <path d="M3.4 6.6 L6.4 3.6 M4.6 3.4 H6.6 V5.4" />}
    </g>
  );
}

export function Crater() {
  return (
    <g class="crater">
      <path class="rim" d="M5 .7 L6.2 1.6 L7.7 1.2 L8 2.7 L9.3 3.7 L8.7 5 L9.3 6.4 L8 7.3 L7.6 8.8 L6.1 8.5 L4.9 9.4 L3.8 8.5 L2.3 8.8 L2 7.3 L.7 6.3 L1.3 5 L.8 3.6 L2.1 2.7 L2.4 1.2 L3.9 1.6 Z" />
      <circle class="slope" cx="5" cy="5.1" r="2.9" />
      <circle class="hole" cx="5" cy="5.35" r="2" />
    </g>
  );
}

/** Seen for a moment only, when an arrow lands. */
export function Blast() {
  return (
    <g class="blast" aria-hidden="true">
      <path d="M5 -1 L6.3 2.6 L9.6 .6 L8 4 L11 5.2 L7.9 6.4 L9.4 9.6 L6.2 7.8 L5 11 L3.8 7.8 L.5 9.5 L2.1 6.3 L-1 5 L2.1 3.8 L.6 .5 L3.8 2.5 Z" />
      <circle cx="5" cy="5" r="2.2" />
    </g>
  );
}
