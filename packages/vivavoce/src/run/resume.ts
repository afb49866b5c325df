import { stat } from "node:fs/promises";
import { unlessMissing, VivaError } from "../base/index.ts";
import { takeOver } from "../results/index.ts";
import type { RunHeader, StoredRun, TrialStatus, Variant } from "../shape/index.ts";
import type { Store, TrialAddress } from "../store/index.ts";
import { claimRun } from "./claim-run.ts";
import { headerDifferences, versionDifferences } from "./header-differences.ts";
import { plannedTrials, type SuitePlan } from "./plan.ts";
import { planIdentity, suiteHeader } from "./suite-header.ts";

/** What an unfinished run has already done. */
export interface Resumption {
  run: string;
  suites: ResumedSuite[];
  /** The cases that had trials in the run and are not in the plan any more: those trials are deleted. */
  gone: string[];
  /** Its results are not what the earlier process left. */
  isChanged: boolean;
}

interface ResumedSuite {
  /** Trials that are finished and stay as they are. */
  done: Map<string, TrialStatus>;
  /** Trials with a conversation but without scores: they are scored without the agent. */
  played: Set<string>;
}

/** A resume that would mix two exams in one run. */
export class ResumeRefused extends VivaError {
  override readonly name = "ResumeRefused";
}

/** An unreachable judge and a broken metric are asked again. */
const scoredAgain: readonly TrialStatus[] = ["unscored", "errored"];

/**
 * Takes a run and finds what is left to do. Trials of changed cases or tapes, and conversations that an outage spoiled, are
 * pending again; if only a score failed, the conversation stays. `changes`: of the run's header.
 */
export async function resumeRun(
  store: Store,
  run: StoredRun,
  plans: readonly SuitePlan[],
  root: string,
  changes?: Partial<RunHeader>,
): Promise<Resumption> {
  refuseIfDifferent(run, plans, root);
  await claim(store, run, changes);
  const isChanged = await takeOver(store, run);
  const suites: ResumedSuite[] = [];
  const gone = new Set<string>();
  for (const plan of plans) {
    const planned = new Map<string, { position: number; hash: string; variant: Variant }>();
    for (const { key, position, caseHash, variant } of plannedTrials(plan))
      planned.set(key, { position, hash: caseHash, variant });
    for await (const { trial, caseId } of store.trials.summaries(run.id, plan.position))
      if (!planned.has(trial)) gone.add(caseId);
    await store.trials.reposition(run.id, plan.position, (key) => planned.get(key)?.position);
    const resumed: ResumedSuite = { done: new Map(), played: new Set() };
    const changed: TrialAddress[] = [];
    const spoiled: TrialAddress[] = [];
    for await (const trial of store.trials.summaries(run.id, plan.position)) {
      const address = { run: run.id, suite: plan.position, trial: trial.trial };
      const { hash, variant = {} } = planned.get(trial.trial) ?? {};
      if (hash !== trial.caseHash || (await isTapedAnew(plan, run, variant, trial.caseId))) changed.push(address);
      else if (trial.outcome === "infrastructure") spoiled.push(address);
      else if (trial.status === undefined || scoredAgain.includes(trial.status)) resumed.played.add(trial.trial);
      else resumed.done.set(trial.trial, trial.status);
    }
    await store.trials.forget(changed, { journal: "drop" });
    await store.trials.forget(spoiled, { journal: "keep" });
    suites.push(resumed);
  }
  return { run: run.id, suites, gone: [...gone], isChanged };
}

/** Whether a trial was replayed from a tape that has changed since. To replay it again costs nothing. */
async function isTapedAnew({ mode, cassette }: SuitePlan, run: StoredRun, variant: Variant, caseId: string) {
  if (mode.kind !== "replay") return false;
  const tape = await unlessMissing(() => stat(cassette.path(variant, caseId)));
  return tape !== undefined && tape.mtimeMs > run.createdAt;
}

async function claim(store: Store, { id }: StoredRun, changes: Partial<RunHeader> | undefined): Promise<void> {
  const busy = await claimRun(store, id, changes);
  if (busy) throw new ResumeRefused(busy);
}

function refuseIfDifferent(run: StoredRun, plans: readonly SuitePlan[], root: string): void {
  const differences = planDifferences(run, plans, root);
  if (differences.length === 0) return;
  throw new ResumeRefused({
    message: `run ${run.id} cannot be resumed, because this has changed:\n${differences.map((line) => `  ${line}`).join("\n")}`,
    remedy: "Start a new run: leave --resume out. Or undo the change (packages: npm ci).",
  });
}

/** What makes these plans another exam than the run, in words. */
export function planDifferences(run: StoredRun, plans: readonly SuitePlan[], root: string): string[] {
  const differences = plans.flatMap((plan) => {
    const name = plan.loaded.suite.name;
    const stored = run.suites.find((suite) => suite.name === name);
    if (!stored) return [`${name} was not part of the run`];
    // Trials are kept by their suite's position: another order would mix up the suites.
    if (stored.position !== plan.position) return [`${name}: its position among the suites`];
    const before = stored.header;
    const after = suiteHeader(plan, root).header;
    const mode = before.mode === after.mode ? [] : [`the mode (${before.mode} before, ${after.mode} now)`];
    return [...headerDifferences(before, after), ...mode].map((difference) => `${name}: ${difference}`);
  });
  const missing = run.suites.filter(({ name }) => !plans.some(({ loaded }) => loaded.suite.name === name));
  differences.push(...missing.map(({ name }) => `${name} was part of the run and is missing now`));
  const { plan, options, node } = run.header;
  differences.push(...versionDifferences({ Node: node }, { Node: process.versions.node }));
  if (plan !== undefined && differences.length === 0 && plan !== planIdentity(plans, options, root))
    differences.push("the cases or models of the whole plan, of which this shard is a part");
  return differences;
}
