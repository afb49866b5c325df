import { expect, test } from "vitest";
import { noJudge } from "../testing/no-judge.ts";
import { call, playCase, snippet } from "../testing/play-call.ts";
import { samePrompt } from "./same-prompt.ts";

async function scoreOf(line: string, options?: Parameters<typeof samePrompt>[0]) {
  const { transcript, testCase } = await playCase(snippet("welcome", line), ["Okay."], { mode: "prompt-only" });
  return samePrompt(options).score(transcript, testCase, noJudge);
}

test("the report says where the modes differ, and how", async () => {
  const score = await scoreOf("My AC died");
  expect(score).toMatchObject({ status: "scored", value: 0 });
  expect(score.status === "scored" && score.checks[0]?.reason).toMatch(
    /^in production-turn the machine goes on to safety \(welcome → lookup → safety\), and it knows by then: Trouble: not running/,
  );
});

test("and where they do not", async () => {
  expect(await scoreOf("Hello?")).toMatchObject({ status: "scored", value: 1 });
});

test("it decides nothing unless it is told to", async () => {
  expect(await scoreOf("My AC died")).toMatchObject({ gating: false });
  expect(await scoreOf("My AC died", { report: false })).toMatchObject({ gating: true, passed: false });
});

test("a whole call is played in one mode only", async () => {
  const { transcript, testCase } = await playCase(call(["Hello?"]), ["Hi."], { mode: "production-turn" });
  expect(await samePrompt().score(transcript, testCase, noJudge)).toMatchObject({ status: "skipped" });
});
