import { describe, expect, test } from "vitest";
import { plannedTrials, type SuitePlan, trialAt } from "./plan.ts";
import { planShard } from "./shard.ts";

interface Made {
  name?: string;
  ids: readonly string[];
  /** The cluster of a case, if it has one. */
  clusterOf?: (id: string) => string | undefined;
  /** The cases under each variant; without it all of them under one. */
  variants?: readonly (readonly number[])[];
  repeat?: number;
  more?: object;
}

function planOf({ name = "exam", ids, clusterOf, variants, repeat = 1, more }: Made): SuitePlan {
  const clusters = new Map(ids.flatMap((id) => (clusterOf?.(id) === undefined ? [] : [[id, clusterOf(id)]])));
  return {
    loaded: { suite: { name }, file: `${name}.eval.ts` },
    mode: { kind: "live" },
    metrics: [],
    cases: { size: ids.length, id: (index: number) => ids[index], hash: (index: number) => `#${ids[index]}` },
    clusters,
    variants: (variants ?? [ids.map((_, index) => index)]).map((cases, index) => {
      return { variant: { number: String(index) }, cases: Uint32Array.from(cases) };
    }),
    repeat,
    ...more,
  } as unknown as SuitePlan;
}

const named = (count: number) => Array.from({ length: count }, (_, index) => `case-${index}`);

/** The ids of the cases in each shard, over all suites. */
function dividedInto(count: number, ...plans: SuitePlan[]): string[][] {
  return Array.from({ length: count }, (_, index) => {
    const own = planShard(plans, { index: index + 1, count });
    return own.flatMap((plan) => [...new Set([...plannedTrials(plan)].map(({ caseId }) => caseId))]);
  });
}

test.each([
  [11, 5],
  [100, 7],
  [3, 5],
  [1, 1],
])("%d cases in %d shards: each in one of them, and their sizes differ by one at most", (cases, count) => {
  const shards = dividedInto(count, planOf({ ids: named(cases) }));
  expect(shards.flat().sort()).toEqual(named(cases).sort());
  const sizes = shards.map((shard) => shard.length);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
});

test("many small suites are balanced together", () => {
  const plans = Array.from({ length: 10 }, (_, index) => planOf({ name: `suite-${index}`, ids: [`only-${index}`] }));
  expect(dividedInto(5, ...plans).map((shard) => shard.length)).toEqual([2, 2, 2, 2, 2]);
});

test("a cluster stays whole, also when clusters differ in size", () => {
  const ids = named(60);
  const number = (id: string) => Number(id.split("-")[1]);
  const clusterOf = (id: string) => (number(id) < 40 ? `cluster ${Math.floor(Math.sqrt(number(id)))}` : undefined);
  const shards = dividedInto(4, planOf({ ids, clusterOf }));
  for (const cluster of new Set(ids.map(clusterOf))) {
    if (cluster === undefined) continue;
    expect(shards.filter((shard) => shard.some((id) => clusterOf(id) === cluster))).toHaveLength(1);
  }
  expect(shards.map((shard) => shard.length)).toEqual([15, 15, 15, 15]);
});

test("all variants and repeats of a case are in its shard, at their positions in the whole plan", () => {
  const whole = planOf({
    ids: named(7),
    variants: [
      [0, 1, 2, 3, 4, 5, 6],
      [0, 2, 6],
    ],
    repeat: 3,
  });
  const all = [...plannedTrials(whole)];
  const parts = [1, 2, 3].map((index) => planShard([whole], { index, count: 3 })[0] as SuitePlan);
  const trials = parts.map((part) => [...plannedTrials(part)]);
  expect(trials.flat().sort((a, b) => a.position - b.position)).toEqual(all);
  expect(parts.map(({ planned }) => planned)).toEqual(trials.map(({ length }) => length));
  for (const { caseId } of all)
    expect(trials.filter((part) => part.some((trial) => trial.caseId === caseId))).toHaveLength(1);
});

test("the order of the cases does not matter, and a new case moves few others", () => {
  const shardOf = (ids: readonly string[]) =>
    new Map(dividedInto(5, planOf({ ids })).flatMap((shard, index) => shard.map((id) => [id, index])));
  const before = shardOf(named(200));
  expect(shardOf(named(200).reverse())).toEqual(before);
  const after = shardOf([...named(200), "a new one"]);
  expect(named(200).filter((id) => after.get(id) !== before.get(id)).length).toBeLessThan(20);
});

describe("evaluation steps that the judge makes", () => {
  const metrics = [{ name: "criteria", prepare: () => {} }];
  test("are refused, because every machine would get others", () => {
    const plan = planOf({ ids: ["a", "b"], more: { metrics } });
    expect(() => planShard([plan], { index: 1, count: 2 })).toThrow("every shard would get other steps");
  });

  test("are the same on every machine if they are replayed, or if there is one machine", () => {
    const replayed = planOf({ ids: ["a", "b"], more: { metrics, mode: { kind: "replay" } } });
    expect(planShard([replayed], { index: 1, count: 2 })).toHaveLength(1);
    expect(planShard([planOf({ ids: ["a"], more: { metrics } })], { index: 1, count: 1 })).toHaveLength(1);
  });
});

// A worker gets positions only: it refused the trials of every shard, and whoever waited for it waited for ever.
test("a trial is found by its position in the whole plan, if it is in the shard", () => {
  const variants = [
    [0, 1, 2, 3, 4],
    [1, 3],
  ];
  const plan = planOf({ ids: named(5), variants, repeat: 2 });
  for (const index of [1, 2, 3]) {
    const [shard] = planShard([plan], { index, count: 3 });
    const trials = new Map([...plannedTrials(shard as SuitePlan)].map((trial) => [trial.position, trial]));
    expect(trials.size).toBeGreaterThan(0);
    for (let position = 0; position < 15; position++)
      expect(trialAt(shard as SuitePlan, position)).toEqual(trials.get(position));
  }
});
