import { listed, type Problem, plural } from "../base/index.ts";
import { expectsEnding, type Metric, onlyWatches } from "../metric/index.ts";
import type { Case } from "../shape/index.ts";
import type { LoadedSuite } from "../suite/index.ts";

/** Whether nothing is expected in this case, so that it is sure to be skipped. A suite that only reports decides nothing. */
export function isUnchecked(metrics: readonly Metric[], testCase: Case): boolean {
  const deciding = metrics.filter(({ gating }) => gating);
  // This is checked whether or not the suite lists the metric.
  if (expectsEnding(testCase)) return false;
  const isIdle = (metric: Metric) => onlyWatches(metric, testCase) || metric.applies?.(testCase) === false;
  return deciding.length > 0 && deciding.every(isIdle);
}

/** How many are named. */
const shown = 10;

/** Warns of the cases in which nothing is expected: whatever the agent does there, they cannot pass. */
export function uncheckedCases(
  { suite, file }: Pick<LoadedSuite, "suite" | "file">,
  ids: readonly string[],
): Problem[] {
  if (ids.length === 0) return [];
  const which = ids.length === 1 ? "1 case" : `${ids.length} cases`;
  const message = `suite ${suite.name}: nothing is expected in ${which}: ${listed(ids, shown)}`;
  const remedy =
    "Give each case an expectation that one of the suite's metrics reads. If it is about nothing but safety, loops or limits, write expect: { watched: true }.";
  return [{ message, place: { file }, remedy }];
}

/** Says in how many cases nobody says what may change: there only changes that no call explains are noticed. */
export function uncheckedWorlds(
  { suite, file }: Pick<LoadedSuite, "suite" | "file">,
  { cases, withoutWorld }: { cases: { size: number }; withoutWorld: number },
): Problem[] {
  const isChecked = suite.metrics.some(({ reads }) => reads?.includes("world"));
  if (!suite.world || !isChecked || withoutWorld === 0) return [];
  const message = `suite ${suite.name}: in ${withoutWorld} of ${plural(cases.size, "case")} nobody says what may change in the world`;
  const remedy = "Add expect.world to them: { effects: [] } if nothing may.";
  return [{ message, place: { file }, remedy }];
}

/** Warns of imported cases that lost checks: they could pass here and fail at their source. */
export function incompleteImports(
  { suite, file }: Pick<LoadedSuite, "suite" | "file">,
  cases: readonly Pick<Case, "id" | "imported">[],
): Problem[] {
  if (cases.length === 0) return [];
  const named = cases.map(({ id, imported }) => `${id}${imported ? ` (${imported.incomplete.join(", ")})` : ""}`);
  const message = `suite ${suite.name}: the import of ${plural(cases.length, "case")} was incomplete: ${listed(named, shown)}`;
  const remedy = "Add what was lost to each case, then remove its `imported` and the tag incomplete-import.";
  return [{ message, place: { file }, remedy }];
}
