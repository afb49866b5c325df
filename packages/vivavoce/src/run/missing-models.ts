import { InputError, nearest, type Problem } from "../base/index.ts";
import { judgeCalls, type Metric } from "../metric/index.ts";
import { fieldPlace, type LoadedSuite } from "../suite/index.ts";
import { type SuitePlan, suiteProblem } from "./plan.ts";
import type { SuiteModels } from "./suite-models.ts";

/** Without its model a simulated user would fail in every trial, and its judge would silently be left out. */
export function refuseMissingModels(loaded: LoadedSuite, { choices }: SuiteModels, caseId: string): void {
  const needed = loaded.suite.simulator?.judge ? ["user", "judge"] : ["user"];
  const problems = needed
    .filter((name) => choices[name] === undefined)
    .map((name) => {
      const message = `case ${caseId} has a simulated user, but the suite names no model ${name}`;
      return suiteProblem(loaded, message, `${howToName(name, choices)}.`);
    });
  if (problems.length > 0) throw new InputError(problems);
}

/**
 * Without its judge a metric would fail in every trial, after the agent was paid for. `chosen`: only these metrics are
 * scored; all if there are none.
 */
export async function missingJudges(
  { loaded: { suite, file }, models, metrics, cases }: Pick<SuitePlan, "loaded" | "models" | "metrics" | "cases">,
  chosen: readonly string[] = [],
): Promise<Problem[]> {
  const without = new Map<string, string[]>();
  for (const metric of metrics) {
    if (!metric.judged || (chosen.length > 0 && !chosen.includes(metric.name))) continue;
    const missing = (metric.judges ?? ["judge"]).filter((name) => models.choices[name] === undefined);
    if (missing.length === 0 || !(await appliesToAny(metric, cases))) continue;
    for (const name of missing) without.set(name, [...(without.get(name) ?? []), metric.name]);
  }
  return [...without].map(([name, needing]) => ({
    message: `suite ${suite.name} has no model ${name}, which ${needing.join(", ")} ${needing.length === 1 ? "needs" : "need"}`,
    place: fieldPlace(nearest(name, Object.keys(models.choices)) ?? "models", file),
    remedy: `${howToName(name, models.choices)}${name === "judge" ? ", or give --judge PROVIDER:MODEL" : ""}.`,
  }));
}

/** How to name a model that is missing. Almost that name means a slip. */
function howToName(name: string, choices: SuiteModels["choices"]): string {
  const slip = nearest(name, Object.keys(choices));
  if (slip !== undefined) return `Did you mean ${name}, where models says ${slip}`;
  return `Name it in the suite: models: { ${name}: "openrouter:…" }`;
}

async function appliesToAny(metric: Metric, cases: SuitePlan["cases"]): Promise<boolean> {
  const { applies, calls, mostCalls } = metric;
  // A rubric or a graph whose calls are not known beforehand may be decided by code alone.
  if (!applies && calls === undefined && mostCalls) return false;
  // Conversations may bring cases of their own.
  if (!applies || cases.size === 0) return true;
  for (let index = 0; index < cases.size; index += 1) {
    const testCase = await cases.read(index);
    if (applies(testCase) && judgeCalls(metric, testCase) > 0) return true;
  }
  return false;
}
