import { InputError } from "../base/index.ts";
import { effective, percent } from "../gate/index.ts";
import { whyNotWhole } from "../results/index.ts";
import { cellsOf, passRateName, type StoredRun, type VariantResult } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { invocation } from "./invocation.ts";

/** A baseline represents the agent on the whole suite. A run that is unfinished, of a stand-in, or of some cases does not. */
export async function refuseAsBaseline(
  store: Store,
  run: StoredRun,
  results: readonly VariantResult[],
  { name, partial }: { name: string; partial: boolean },
): Promise<void> {
  const refused = (what: string, remedy: string) =>
    new InputError({ message: `run ${run.id} ${what}, so it cannot be a baseline`, remedy });
  if (run.finishedAt === undefined) {
    const finish = run.header.given ? "score" : "run --resume";
    throw refused("is unfinished", `Finish it first: ${invocation()} ${finish} ${run.id}.`);
  }
  for (const result of results) {
    const missing = tooManyMissing(result);
    if (missing) {
      const remedy = `Play or score what is missing: ${invocation()} run --resume ${run.id}, ${invocation()} score ${run.id}.`;
      throw refused(missing, remedy);
    }
  }
  const instead = await insteadOf(store, run, name);
  const how = results.find(({ chosen }) => chosen)?.chosen?.how;
  if (how === "by outcome") throw refused("played only cases that failed before (--failed)", instead);
  if (how === "by hand") throw refused("played cases that were chosen by hand (--case)", instead);
  const why = whyNotWhole(run);
  if (why === undefined || why === "given transcripts" || (why === "selected cases" && partial)) return;
  if (why === "shard") throw refused("is one shard of a run", "Merge all shards first: viva merge.");
  if (why === "stopped early")
    throw refused(
      "was stopped early and did not play the whole suite",
      `Play it without --stop early: ${invocation()} run.`,
    );
  if (why === "stand-in") throw refused(`examined the stand-in "${run.header.options.agent}", not the agent`, instead);
  throw refused("played selected cases only", `${instead} Or accept it with --partial.`);
}

/** The values that a gate decides by must be there: a value missing from the baseline would help the later run. */
function tooManyMissing({ suite, cases, repeats, gate }: VariantResult): string | undefined {
  const { maxUnscored, secondary } = effective(gate);
  const { primary = passRateName, floors = {} } = gate;
  const measures = new Set([passRateName, primary, ...secondary, ...Object.keys(floors)]);
  for (const measure of measures) {
    const cells = cases.flatMap((one) => cellsOf(one, measure, repeats)).filter((cell) => cell !== "skipped");
    const missing = cells.filter((cell) => cell === "missing").length;
    // In a suite whose metrics are only reported, no trial has a pass or fail.
    if (cells.length === 0 && measure === passRateName) continue;
    if (cells.length === missing) return `has no value for ${measure} in suite ${suite}`;
    if (missing / cells.length <= maxUnscored) continue;
    return `has no value for ${measure} in ${missing} of ${cells.length} trials of suite ${suite}, more than the ${percent(maxUnscored)} that gate.maxUnscored allows`;
  }
  return undefined;
}

async function insteadOf(store: Store, run: StoredRun, name: string): Promise<string> {
  const holdsAll = ({ suites }: StoredRun) =>
    run.suites.every((suite) => suites.some((candidate) => candidate.name === suite.name));
  const whole = (await store.runs.list()).find(
    (other) => other.finishedAt !== undefined && whyNotWhole(other) === undefined && holdsAll(other),
  );
  return whole
    ? `Take the newest run of the whole suite: ${invocation()} baseline set ${name} ${whole.id}.`
    : `Play the whole suite first: ${invocation()} run.`;
}
