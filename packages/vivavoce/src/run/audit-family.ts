import { isJsonObject } from "../base/index.ts";
import { type JudgedAgent, type OwnFamily, ownFamily } from "../calibration/index.ts";
import type { StoredRun, StoredSuite, SuiteHeader } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { metricIdentity } from "./metric-identity.ts";
import type { SuitePlan } from "./plan.ts";

/** How many runs with other agents are read. */
const mostRuns = 5;

/** Whether judge and agent are of one family, and what this judge made of the agents in the suite's stored runs. */
export async function familyFacts({
  store,
  run,
  plan,
  header,
}: {
  store: Store;
  run: StoredRun;
  plan: SuitePlan;
  header: SuiteHeader;
}): Promise<OwnFamily> {
  const judges = [...new Set(plan.metrics.flatMap(({ judges: names = ["judge"] }) => names))];
  const agents: JudgedAgent[] = [];
  const others = (await store.runs.list()).filter(({ id }) => id !== run.id);
  for (const one of [run, ...others]) {
    const suite = one.suites.find(({ name, header: own }) => name === plan.loaded.suite.name && judgedAlike(own, plan));
    const model = suite && agentModel(suite.header);
    if (!suite || model === undefined || agents.some((agent) => agent.model === model)) continue;
    agents.push({ run: one.id, model, scores: await judgedScores(store, one, suite, plan) });
    if (agents.length === mostRuns) break;
  }
  return ownFamily(
    judges.map((name) => plan.models.id(name)),
    agents,
    agentModel(header),
  );
}

/** Whether the run's scores came from the same metrics and the same judge. */
function judgedAlike({ metrics }: SuiteHeader, plan: SuitePlan): boolean {
  return plan.metrics.every(({ name }, index) =>
    metrics.some((before) => before.name === name && before.identity === metricIdentity(plan, index)),
  );
}

function agentModel({ models }: SuiteHeader): string | undefined {
  const agent = isJsonObject(models) ? models.agent : undefined;
  return typeof agent === "string" ? agent : undefined;
}

async function judgedScores(store: Store, run: StoredRun, { position }: StoredSuite, { metrics }: SuitePlan) {
  const names = new Set(metrics.map(({ name }) => name));
  const scores: JudgedAgent["scores"][number][] = [];
  for await (const trial of store.trials.read(run.id, position)) {
    for (const score of trial.scores) {
      if (score.status === "scored" && names.has(score.metric))
        scores.push({ passed: score.passed, unit: trial.cluster ?? trial.caseId });
    }
  }
  return scores;
}
