import { expect, test } from "vitest";
import { plannedTrials } from "../run/index.ts";
import { caseList, planOf } from "../run/run.test-helper.ts";
import { PlayedHere } from "./worker-figures.ts";

test("a worker says how its trials ended, and what it saw of tapes and answers", async () => {
  const plan = await planOf({ cases: caseList("a", "b") });
  const played = new PlayedHere([plan]);
  expect(played.lines()).toEqual(["0 trials played here"]);
  const [trial] = plannedTrials(plan);
  if (!trial) throw new Error("nothing is planned");
  const answer = { text: "", toolCalls: [], finish: "stop" as const, warnings: ["the server sent no usage"] };
  const records = [{ role: "agent" as const, label: "", index: 0, hash: "", answer }];
  const tape = { file: "cassettes/a.yaml", caseId: "a", unused: ["agent call 2"] };
  const finished = { trial, records, live: undefined, synced: Promise.resolve() };
  played.add(plan, { ...finished, status: "passed", tape });
  played.add(plan, { ...finished, status: "failed" });
  expect(played.lines()).toEqual([
    "2 trials played here (1 passed, 1 failed)",
    expect.stringContaining("warning: suite exam: cassettes/a.yaml (case a): 1 entry not used: agent call 2."),
    "warning: suite exam: 2 answers: the server sent no usage",
  ]);
});
