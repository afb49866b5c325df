/**
 * Counts looks at a heartbeat, and says when too many in a row found no new beat. It counts looks, not time: a machine
 * that slept looks only once when it wakes.
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
