/**
 * Counts looks at a heart that should have beaten in between, and says when too many in a row found it still. Looks,
 * not time: a machine that slept looks once when it wakes.
 */
export function stillness(most: number): (beats: number) => boolean {
  let last = Number.NaN;
  let still = 0;
  return (beats) => {
    still = beats === last ? still + 1 : 0;
    last = beats;
    return still >= most;
  };
}
