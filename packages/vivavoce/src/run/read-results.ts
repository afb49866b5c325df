import type { Variant } from "../agent/index.ts";
import { sameJson } from "../base/index.ts";
import { CaseGathering, caseValue, type GatePolicy, type VariantResult } from "../gate/index.ts";
import { mean } from "../stats/index.ts";
import type { Store, StoredRun, StoredSuite } from "../store/index.ts";

/** The run a suite belongs to, as far as a result names it. */
type RunOrigin = Pick<StoredRun, "id" | "createdAt"> & { header: Pick<StoredRun["header"], "viva"> };

/** What a stored run comes to, for comparisons: one result for each suite and variant, repeats averaged within cases. */
export async function readResults(store: Store, run: StoredRun): Promise<VariantResult[]> {
  const results: VariantResult[] = [];
  for (const suite of run.suites) results.push(...(await readSuiteResults(store, run, suite)));
  return results;
}

/** The results of one suite of a run, in the order of its variants. Reads values only, no transcripts. */
export async function readSuiteResults(store: Store, run: RunOrigin, suite: StoredSuite): Promise<VariantResult[]> {
  const { gathered, identities } = await gather(store, run.id, suite);
  return gathered.map(({ variant, cases }) => ({
    ...headerOf(run, suite, variant, identities),
    cases: cases.cases(),
  }));
}

async function gather(store: Store, run: string, suite: StoredSuite) {
  const gathered = suite.header.variants.map(({ variant }) => ({ variant, cases: new CaseGathering() }));
  const identities = new Map<string, Set<string>>();
  for await (const trial of store.values.read(run, suite.position)) {
    const scores = trial.scores.flatMap(({ metric, value }) => (value === undefined ? [] : [{ metric, value }]));
    gatheringOf(gathered, trial.variant)?.add({ ...trial, scores });
    for (const { metric, identity } of trial.scores) {
      const known = identities.get(metric);
      if (known) known.add(identity);
      else identities.set(metric, new Set([identity]));
    }
  }
  return { gathered, identities };
}

function gatheringOf(gathered: readonly { variant: Variant; cases: CaseGathering }[], variant: Variant) {
  const [only, second] = gathered;
  if (only && !second) return only.cases;
  return gathered.find((candidate) => sameJson(candidate.variant, variant))?.cases;
}

/** What is known of a suite's run before its first case: enough to tell whether it will be comparable. */
export function headerOf(
  run: RunOrigin,
  suite: StoredSuite,
  variant: Variant,
  /** What the newest scores were made by; a run that was scored again differs from its header. */
  identities: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
): Omit<VariantResult, "cases"> {
  const { header } = suite;
  const planned = header.variants.find((candidate) => sameJson(candidate.variant, variant));
  if (!planned) throw new RangeError(`suite ${suite.name} has no such variant`);
  const { name, version, models, tools, code, files } = planned.agent;
  const { sources } = header;
  return {
    suite: suite.name,
    variant: { ...variant },
    run: run.id,
    createdAt: new Date(run.createdAt).toISOString(),
    viva: run.header.viva,
    dataset: header.dataset,
    origin: planned.origin,
    agent: { name, version, models, tools, code, files, ...(sources ? { sources } : {}) },
    judges: judgesOf(header.models),
    metrics: header.metrics.map(({ name: metric, identity, judged, gating, zeroTolerance }) => ({
      name: metric,
      identities: [...(identities.get(metric) ?? [identity])].sort(),
      judged,
      gating,
      ...(zeroTolerance ? { zeroTolerance } : {}),
    })),
    gate: header.gate,
    planned: planned.planned,
  };
}

/** Whoever is neither agent nor simulated user may be a judge: a panel's members have names of their own. */
function judgesOf(models: StoredSuite["header"]["models"]): Record<string, string> {
  const named = typeof models === "object" && models !== null ? Object.entries(models) : [];
  return Object.fromEntries(
    named.filter(([name, id]) => name !== "agent" && name !== "user" && typeof id === "string") as [string, string][],
  );
}

/** The mean of each metric over the cases of a suite, for floors: with several variants the lowest. */
export async function floorMeans(
  store: Store,
  run: string,
  suite: StoredSuite,
  { floors }: GatePolicy,
): Promise<Record<string, number> | undefined> {
  if (!floors) return undefined;
  const { gathered } = await gather(store, run, suite);
  const variants = gathered.map(({ cases }) => cases.cases());
  const means = suite.header.metrics.flatMap(({ name }) => {
    const known = variants.flatMap((cases) => mean(cases.flatMap((one) => caseValue(one, name) ?? [])).mean ?? []);
    return known.length === 0 ? [] : [[name, Math.min(...known)] as const];
  });
  return Object.fromEntries(means);
}
