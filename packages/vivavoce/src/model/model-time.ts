import type { CallRecord } from "../shape/index.ts";

/**
 * Milliseconds spent waiting for models. Time of parallel calls is counted once; calls with an unknown start are counted in
 * full. Undefined if nothing was asked or the duration of a call is unknown, because the sum would be too small.
 */
export function modelTimeOf(records: readonly CallRecord[]): number | undefined {
  const known = records.flatMap(({ atMs, durationMs }) => (durationMs === undefined ? [] : [{ atMs, durationMs }]));
  if (known.length === 0 || known.length < records.length) return undefined;
  const placed = known.flatMap(({ atMs, durationMs }) =>
    atMs === undefined ? [] : [[atMs, atMs + durationMs] as const],
  );
  const unplaced = known.filter(({ atMs }) => atMs === undefined).reduce((sum, { durationMs }) => sum + durationMs, 0);
  return unplaced + coveredLength(placed);
}

function coveredLength(spans: readonly (readonly [start: number, end: number])[]): number {
  let covered = 0;
  let reached = Number.NEGATIVE_INFINITY;
  for (const [start, end] of spans.toSorted(([a], [b]) => a - b)) {
    covered += Math.max(0, end - Math.max(start, reached));
    reached = Math.max(reached, end);
  }
  return covered;
}
