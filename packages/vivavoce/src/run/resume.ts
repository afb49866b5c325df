import { hostname } from "node:os";
import { VivaError } from "../base/index.ts";
import type { TrialStatus } from "../gate/index.ts";
import type { Store, StoredRun } from "../store/index.ts";
import { identityDifferences } from "../suite/index.ts";
import { plannedTrials, type SuitePlan } from "./plan.ts";
import { suiteHeader } from "./suite-header.ts";

/** What an unfinished run has already done. */
export interface Resumption {
  run: string;
  suites: ResumedSuite[];
}

export interface ResumedSuite {
  /** Trials that are finished and stay as they are. */
  done: Map<string, { status: TrialStatus; safetyHit: boolean }>;
  /** Trials whose conversation is over and whose scores are missing. */
  played: Set<string>;
}

/** A resume that would mix two exams in one run. */
export class ResumeRefused extends VivaError {
  override readonly name = "ResumeRefused";
}

/** Finds out what is left of a run. Trials of changed cases and those an outage spoiled are played again. */
export async function resumeRun(
  store: Store,
  run: StoredRun,
  plans: readonly SuitePlan[],
  root: string,
): Promise<Resumption> {
  refuseIfBusy(run);
  refuseIfDifferent(run, plans, root);
  const suites: ResumedSuite[] = [];
  for (const plan of plans) {
    const planned = new Map<string, { position: number; hash: string }>();
    for (const { key, position, caseHash } of plannedTrials(plan)) planned.set(key, { position, hash: caseHash });
    await store.trials.reposition(run.id, plan.position, (key) => planned.get(key)?.position);
    const resumed: ResumedSuite = { done: new Map(), played: new Set() };
    for await (const trial of store.trials.summaries(run.id, plan.position)) {
      if (planned.get(trial.trial)?.hash !== trial.caseHash || trial.outcome === "infrastructure") continue;
      if (trial.status === undefined) resumed.played.add(trial.trial);
      else resumed.done.set(trial.trial, { status: trial.status, safetyHit: trial.safetyHit });
    }
    suites.push(resumed);
  }
  return { run: run.id, suites };
}

/** A heartbeat older than this means that whoever played the run is gone. */
const heartbeatMs = 10_000;

function refuseIfBusy({ id, owner, updatedAt }: StoredRun): void {
  const [pid, host] = owner?.split("@") ?? [];
  if (pid === undefined || Date.now() - updatedAt > heartbeatMs) return;
  if (host === hostname() && !isAlive(Number(pid))) return;
  throw new ResumeRefused({
    message: `run ${id} is being played by process ${owner}`,
    remedy: "Wait for it, or stop it first.",
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function refuseIfDifferent(run: StoredRun, plans: readonly SuitePlan[], root: string): void {
  const differences = plans.flatMap((plan) => {
    const name = plan.loaded.suite.name;
    const before = run.suites.find((suite) => suite.name === name)?.header;
    if (!before) return [`${name} was not part of the run`];
    const after = suiteHeader(plan, root).header;
    const agents = after.variants.flatMap(({ variant, agent }) => {
      const known = before.variants.find((candidate) => JSON.stringify(candidate.variant) === JSON.stringify(variant));
      return known ? identityDifferences(known.agent, agent) : [`the variant ${JSON.stringify(variant)}`];
    });
    const metrics =
      JSON.stringify(before.metrics) === JSON.stringify(after.metrics) ? [] : ["the metrics or their options"];
    const mode = before.mode === after.mode ? [] : [`live or replayed (${before.mode}, now ${after.mode})`];
    return [...new Set([...agents, ...metrics, ...mode])].map((difference) => `${name}: ${difference}`);
  });
  if (differences.length === 0) return;
  throw new ResumeRefused({
    message: `run ${run.id} cannot be resumed, since this has changed:\n${differences.map((line) => `  ${line}`).join("\n")}`,
    remedy: "Start a new run: leave --resume out.",
  });
}
