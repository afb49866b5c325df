import { InputError } from "../base/index.ts";
import { whyNotWhole } from "../run/index.ts";
import type { Store, StoredRun } from "../store/index.ts";
import { invocation } from "./surroundings.ts";

/** A baseline stands for the agent on the suite: a run that is unfinished, of a stand-in, or of some cases does not. */
export async function refuseAsBaseline(
  store: Store,
  run: StoredRun,
  { name, partial }: { name: string; partial: boolean },
): Promise<void> {
  const refused = (what: string, remedy: string) =>
    new InputError({ message: `run ${run.id} ${what}, so it is no baseline`, remedy });
  if (run.finishedAt === undefined) {
    throw refused("is unfinished", `Finish it first: ${invocation()} run --resume ${run.id}.`);
  }
  const why = whyNotWhole(run);
  if (why === undefined || (why === "selected cases" && partial)) return;
  const instead = await insteadOf(store, run, name);
  if (why === "stand-in") throw refused(`examined the stand-in "${run.header.options.agent}", not the agent`, instead);
  throw refused("played selected cases only", `${instead} --partial takes it all the same.`);
}

async function insteadOf(store: Store, run: StoredRun, name: string): Promise<string> {
  const holdsAll = ({ suites }: StoredRun) =>
    run.suites.every((suite) => suites.some((candidate) => candidate.name === suite.name));
  const whole = (await store.runs.list()).find(
    (other) => other.finishedAt !== undefined && whyNotWhole(other) === undefined && holdsAll(other),
  );
  return whole
    ? `Take the newest whole one: ${invocation()} baseline set ${name} ${whole.id}.`
    : `Play the whole suite first: ${invocation()} run.`;
}
