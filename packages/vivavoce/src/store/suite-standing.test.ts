import { expect, test } from "vitest";
import { called, callOf, createRun, openStore, played, scored } from "./store.test-helper.ts";

test("the standing of a suite counts calls that were made and calls that a cache answered apart", async () => {
  const store = await openStore();
  await createRun(store, "r1");
  const call = (index: number, more: { cost?: number; cached?: true }) => {
    const { answer, ...record } = callOf(`${index}`, { index, ...(more.cached ? { origin: "cached" } : {}) });
    const cost = more.cost === undefined ? {} : { cost: more.cost };
    return called({ trial: "a", record: { ...record, answer: { ...answer, ...cost } } });
  };
  const standing = () => store.calls.standing("r1", 0, "the suite's own");
  expect(await standing()).toMatchObject({ calls: 0, cost: undefined, cached: undefined });
  await Promise.all([call(0, { cost: 0.5 }), call(1, { cost: 2, cached: true })].map((one) => store.write(one)));
  await store.write(called({ trial: "the suite's own", record: callOf("steps") }));
  for (const record of [played({ trial: "a" }), scored({ trial: "a" })]) await store.write(record);
  expect(await standing()).toMatchObject({
    statuses: { passed: 1 },
    calls: 1,
    cost: 0.5,
    cached: { calls: 1, saved: 2 },
  });
  await store.write(call(2, { cached: true }));
  expect((await standing()).cached).toEqual({ calls: 2, saved: 2 });
});
