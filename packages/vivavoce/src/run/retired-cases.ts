import type { Problem } from "../base/index.ts";
import type { VariantResult } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import type { LoadedSuite } from "../suite/index.ts";
import type { RunOptions } from "./options.ts";
import { type SuitePlan, suiteProblem } from "./plan.ts";

/**
 * A retired case is played until there is a baseline without it, or one that had it as retired: the baseline that the run is
 * compared with, or else the suite's newest. A resume goes by what the run itself decided, and `--case` plays what it names.
 */
export async function retiredCases(
  ids: readonly string[],
  suite: string,
  {
    options,
    baseline,
    store,
  }: { options: RunOptions; baseline?: readonly VariantResult[] | undefined; store(): Promise<Store> },
): Promise<SuitePlan["retired"]> {
  if (ids.length === 0) return undefined;
  if (!options.withoutRetired && options.cases.length > 0) return { played: [...ids], leftOut: [] };
  const isLeftOut = options.withoutRetired
    ? (id: string) => options.withoutRetired?.some((one) => one.suite === suite && one.caseId === id)
    : isGoneFrom((baseline ?? (await newestBaseline(await store(), suite))).filter((result) => result.suite === suite));
  return { played: ids.filter((id) => !isLeftOut(id)), leftOut: ids.filter((id) => isLeftOut(id)) };
}

function isGoneFrom(results: readonly VariantResult[]): (id: string) => boolean {
  const needed = new Set(
    results.flatMap(({ cases, retired = [] }) =>
      cases.flatMap(({ caseId }) => (retired.includes(caseId) ? [] : caseId)),
    ),
  );
  return (id) => results.length > 0 && !needed.has(id);
}

async function newestBaseline({ baselines }: Store, suite: string): Promise<VariantResult[]> {
  const entries = (await baselines.list()).filter((entry) => entry.suite === suite);
  const [newest] = entries.sort((a, b) => b.createdAt - a.createdAt);
  return newest ? baselines.find(newest.name) : [];
}

export function retiredNote(loaded: LoadedSuite, { leftOut }: NonNullable<SuitePlan["retired"]>): Problem[] {
  if (leftOut.length === 0) return [];
  const message = `not played, since they are retired and the baseline no longer has them: ${leftOut.join(", ")}`;
  return [suiteProblem(loaded, message, "Delete these cases.")];
}
