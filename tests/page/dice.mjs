/** Picks from lists, the same in every run. */
export function dice(seed) {
  let state = seed;
  return (list) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return list[state % list.length];
  };
}
