import { useRef, useState } from "preact/hooks";

/** State that is known at once: the next key or click may come before the page is drawn anew. */
export function useNow<T>(start: T): { current: () => T; set: (next: T) => void } {
  const now = useRef(start);
  const [, draw] = useState(start);
  const set = (next: T) => {
    now.current = next;
    draw(() => next);
  };
  return { current: () => now.current, set };
}
