import { expect, test } from "vitest";
import { scored, storedRun } from "../report/stored-run.test-helper.ts";
import { decisionsOf } from "./decide-run.ts";

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
