import { expect, test } from "vitest";
import type { Case } from "../shape/index.ts";
import { createRun, openStore, played, rowsIn, runHeader, suiteOf, temporaryPlace } from "./store.test-helper.ts";

const made = (id: string, more: Partial<Case> = {}) =>
  ({ id, tags: [], history: [], script: [{ content: "Hello" }], expect: {}, ...more }) as unknown as Case;

test("the case behind a hash is kept once for all trials that played it, and goes with the run", async () => {
  const place = await temporaryPlace();
  const store = await openStore(place);
  await createRun(store, "r1");
  const one = made("one", { world: { notes: ["a"] } } as never);
  const trial = (key: string, more: object = {}) => played({ trial: key, caseHash: "h1", ...more });
  await Promise.all(
    [trial("/one/1", { case: one }), trial("v=2/one/1", { case: one }), trial("/one/2")].map((record) =>
      store.write(record),
    ),
  );
  await store.write(trial("/one/3", { case: made("changed") }));
  expect(await store.trials.playedCase("r1", 0, { caseHash: "h1" })).toEqual(one);
  expect(await store.trials.playedCase("r1", 0, { caseHash: "h2" })).toBeUndefined();
  expect(await rowsIn(place, "select * from cases")).toHaveLength(1);

  await store.runs.release("r1", true);
  const merged = { header: runHeader, suites: [suiteOf("exam")], at: 2, isFinished: true, callsOnce: "" };
  await store.merge({ ...merged, id: "both", parts: [{ store, run: { id: "r1" } }] });
  expect(await store.trials.playedCase("both", 0, { caseHash: "h1" })).toEqual(one);
  await store.runs.remove("r1");
  expect(await store.trials.playedCase("r1", 0, { caseHash: "h1" })).toBeUndefined();
});

test("a very large case is kept without its world, and if that is not enough, not at all", async () => {
  const store = await openStore();
  await createRun(store, "r1");
  const long = "x".repeat(100_000);
  await store.write(played({ trial: "/a/1", caseHash: "h1", case: made("a", { world: long } as never) }));
  await store.write(played({ trial: "/b/1", caseHash: "h2", case: made("b", { description: long }) }));
  expect(await store.trials.playedCase("r1", 0, { caseHash: "h1" })).toEqual(made("a"));
  expect(await store.trials.playedCase("r1", 0, { caseHash: "h2" })).toBeUndefined();
});
