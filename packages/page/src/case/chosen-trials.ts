import { urgency } from "../../../vivavoce/src/report/status-marks.ts";
import type { Status } from "../parts/mark.tsx";

/** The trials that an address names by their positions ("0-3"); otherwise both of two, or the most urgent of more. */
export function chosenTrials<Trial extends { position: number; status: Status }>(
  trials: readonly Trial[],
  named: string | null,
): Trial[] {
  const places = (named ?? "").split("-");
  const chosen = trials.filter(({ position }) => places.includes(String(position)));
  if (chosen.length > 0) return chosen;
  if (trials.length <= 2) return [...trials];
  return trials.toSorted((a, b) => urgency.indexOf(a.status) - urgency.indexOf(b.status)).slice(0, 1);
}
