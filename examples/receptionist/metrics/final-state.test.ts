import { expect, test } from "vitest";
import { nothingAgent, play } from "vivavoce";
import { officeOf } from "../backend/index.ts";
import { noJudge } from "../testing/no-judge.ts";
import { call, playCase, snippet } from "../testing/play-call.ts";
import { finalState } from "./final-state.ts";

async function scoreOf(final_state: string, options?: Parameters<typeof finalState>[0]) {
  const lines = ["My AC died", "No", "90210"];
  const { transcript, testCase } = await playCase(call(lines, { final_state }), ["A.", "B.", "C."], {
    mode: "production-turn",
  });
  return finalState(options).score(transcript, testCase, noJudge);
}

test("a call that ends where it should", async () => {
  expect(await scoreOf("non_service")).toMatchObject({ status: "scored", value: 1, passed: true });
});

test("one that does not says where it went", async () => {
  const score = await scoreOf("confirm");
  expect(score).toMatchObject({ status: "scored", value: 0, passed: false });
  expect(score.status === "scored" && score.checks[0]?.reason).toBe(
    "it ended in non_service, expected confirm; the way: welcome → lookup → safety, then safety → service_area, then service_area → non_service",
  );
});

test("an agent that leaves the machine's way has not ended anywhere", async () => {
  const testCase = call(["My AC died"], { final_state: "safety" });
  const { testCase: parsed } = await playCase(testCase, ["A."], { mode: "production-turn" });
  const transcript = await play(nothingAgent(), testCase, { world: officeOf(parsed) });
  const score = await finalState().score(transcript, parsed, noJudge);
  expect(score).toMatchObject({ status: "scored", value: 0 });
  expect(score.status === "scored" && score.checks[0]?.reason).toContain("lookup_caller was not called");
});

test("a snippet has no end", async () => {
  const { transcript, testCase } = await playCase(snippet("welcome", "Hi"), ["Hi."], { mode: "prompt-only" });
  expect(await finalState().score(transcript, testCase, noJudge)).toMatchObject({ status: "skipped" });
});

test("report and name are the suite's to set", async () => {
  expect(await scoreOf("confirm", { report: true, name: "end" })).toMatchObject({ gating: false, metric: "end" });
});
