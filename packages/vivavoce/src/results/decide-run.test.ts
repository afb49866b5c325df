import fc from "fast-check";
import { expect, test } from "vitest";
import { worst } from "../gate/index.ts";
import { scored, storedRun } from "../report/stored-run.test-helper.ts";
import { sharedStore } from "../run/run.test-helper.ts";
import { draws } from "../seed.test-helper.ts";
import type { TrialStatus } from "../shape/index.ts";
import { decideAgain, decideAndKeep, decisionsOf } from "./decide-run.ts";
import { storedRun as madeRun } from "./stored-run.test-helper.ts";

const store = sharedStore();

test("a stored run is decided by the policy it was played under, suite by suite", async () => {
  const { store, run } = await storedRun(
    { name: "good", trials: [{ id: "a", status: "passed", scores: [scored("toolUse", 1)] }] },
    { name: "bad", trials: [{ id: "a", status: "failed", scores: [scored("toolUse", 0)] }] },
    { name: "half", planned: 2, trials: [{ id: "a", status: "passed" }] },
  );
  const decisions = await decisionsOf(store, run);
  expect(decisions.map(({ suite, verdict }) => `${suite} ${verdict}`)).toEqual(["good pass", "bad fail", "half error"]);
  const lenient = run.suites.map((suite) => ({ ...suite, header: { ...suite.header, gate: { passRate: 0 } } }));
  expect((await decisionsOf(store, { ...run, suites: lenient }))[1]?.verdict).toBe("pass");
});

test("the stored decision equals one that is made again, whatever the results, the policy and the circumstances", async () => {
  const statuses = fc.constantFrom<TrialStatus | null>("passed", "failed", "unscored", "errored", "skipped", null);
  const policy = fc.record(
    {
      passRate: fc.constantFrom(0, 0.5, 1),
      assured: fc.boolean(),
      floors: fc.constant({ m: 0.5 }),
      maxUnscored: fc.constant(1),
    },
    { requiredKeys: [] },
  );
  const circumstances = fc.record(
    { interrupted: fc.constant("SIGINT" as const), bailed: fc.boolean(), unaffordable: fc.boolean() },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(statuses, { minLength: 1, maxLength: 6 }),
      policy,
      circumstances,
      async (trials, gate, how) => {
        const made = trials.map((status, index) => ({
          id: `case-${index}`,
          status,
          value: status === "passed" ? 1 : 0,
        }));
        const run = await madeRun(store(), made, { header: { gate } });
        const decided = await decideAndKeep(store(), run, { circumstances: how });
        const stored = await store().runs.find(run.id);
        expect(stored.decision?.exitCode).toBe(worst(decided));
        const again = await decideAgain(store(), stored, {});
        const plain = (suites: object) => JSON.parse(JSON.stringify(suites));
        expect(plain(again.map(({ summaries: _summaries, compared: _compared, ...own }) => own))).toEqual(
          plain(stored.decision?.suites ?? []),
        );
        expect(await decisionsOf(store(), stored)).toEqual(stored.decision?.suites);
      },
    ),
    draws(60),
  );
});
