import type { AuditRow } from "../../calibration/index.ts";

/** The axis of the picture: from 0 to a round share that holds every interval. */
export function axisOf(rows: readonly AuditRow[]): { most: number; ticks: number[] } {
  const highest = rows.reduce((high, { share }) => Math.max(high, share?.hi ?? 0), 0);
  const most = [0.2, 0.4, 0.6, 0.8].find((end) => highest <= end) ?? 1;
  return { most, ticks: [0, most / 2, most] };
}
