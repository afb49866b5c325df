import { expect, test } from "vitest";
import { trialKey } from "../../store/index.ts";
import { scored, storedRun } from "../stored-run.test-helper.ts";
import { historyView } from "./history-view.ts";

const metrics = [{ name: "criteria" }, { name: "toolUse" }];

test("a case is shown in every run of its suite, with what changed between them", async () => {
  const name = "history";
  const made = (value: number) => ({
    name,
    metrics,
    trials: [{ id: "one", status: "passed" as const, scores: [scored("criteria", value), scored("toolUse", 1)] }],
  });
  const { store, run: first } = await storedRun(made(1));
  const { run: second } = await storedRun(made(0.5));
  const { run: third } = await storedRun({ ...made(1), trials: [{ id: "other", status: "passed" }] });
  // The second run scored it by another metric of the same name.
  await store.write({
    type: "scored",
    run: second.id,
    suite: 0,
    trial: trialKey("one", {}, 1),
    status: "failed",
    scores: [{ score: scored("criteria", 0.25), identity: "another" }],
    pass: 2,
  });
  const context = { store, invocation: "viva" };
  const answer = await historyView.answer(context, { run: first.id, suite: 0, case: "one" });
  expect(answer.metrics).toEqual(["criteria", "toolUse"]);
  expect(answer.runs.map(({ run }) => run).sort()).toEqual([first.id, second.id].sort());
  expect(answer.runs.find(({ run }) => run === second.id)?.trials).toEqual([
    { variant: expect.any(String), repeat: 1, status: "failed", values: [0.25, 1], marks: "mp" },
  ]);
  // Both runs began at the same instant here, so either may be the newer.
  expect(answer.runs.map(({ changedMetrics }) => changedMetrics)).toEqual([["criteria"], []]);
  expect(answer.runs.map(({ caseChanged }) => caseChanged)).toEqual([false, false]);
  expect(answer.more).toBe(false);
  const newest = await historyView.answer(context, { run: third.id, suite: 0, case: "one", limit: 1 });
  expect(newest.runs.map(({ changedMetrics }) => changedMetrics)).toEqual([["criteria"]]);
  expect(newest.more).toBe(true);
});
