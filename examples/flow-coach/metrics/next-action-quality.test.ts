import { describe, expect, test } from "vitest";
import { caseSchema, play } from "vivavoce";
import { scriptedModel } from "vivavoce/testing";
import { flowCoach } from "../coach/agent.ts";
import { noJudge } from "../testing/no-judge.ts";
import { vaultOf } from "../vault/vault.ts";
import { nextActionQuality } from "./next-action-quality.ts";

type Call = { name: string; arguments: Record<string, string | boolean> };

const testCase = {
  id: "scene",
  world: { projects: [{ title: "A", nextActions: ["Old"] }] },
  script: [{ content: "Go" }],
};
const add = (action_text: string, more: Record<string, boolean> = {}): Call => ({
  name: "add_next_action_to_project",
  arguments: { project_path: "Projects/A.md", action_text, ...more },
});
const reword = (new_action: string): Call => ({
  name: "update_next_action",
  arguments: { project_path: "Projects/A.md", old_action: "Old", new_action },
});

async function scoreOf(toolCalls: Call[], options?: Parameters<typeof nextActionQuality>[0]) {
  const model = scriptedModel(toolCalls.length > 0 ? [{ toolCalls }, "Done."] : ["Hello."]);
  const transcript = await play(flowCoach({ prompt: "v2" }), testCase, {
    world: vaultOf(testCase),
    models: { agent: model },
  });
  return nextActionQuality(options).score(transcript, caseSchema.parse(testCase), noJudge);
}

test("well worded actions pass", async () => {
  expect(await scoreOf([add("Call the vendor"), reword("Email Ada the plan")])).toMatchObject({
    status: "scored",
    value: 1,
    passed: true,
    judged: false,
  });
});

test("one fault in one action is too much", async () => {
  const score = await scoreOf([add("Call the vendor about things")]);
  expect(score).toMatchObject({ status: "scored", passed: false });
  expect(score.status === "scored" && score.value).toBeCloseTo(2 / 3);
});

test("a check names the fault and quotes the action with its exchange", async () => {
  const score = await scoreOf([add("Website stuff for Ada")]);
  const failed = score.status === "scored" ? score.checks.filter(({ ok }) => !ok) : [];
  expect(failed.map(({ id }) => id)).toEqual(["1.verb", "1.vague"]);
  expect(failed[0]?.evidence).toEqual([{ text: "Website stuff for Ada", exchange: 1, source: "call" }]);
});

test("what is waited for is not asked for a verb", async () => {
  expect(await scoreOf([add("Logo draft from Sofia", { is_waiting: true })])).toMatchObject({ value: 1 });
  expect(await scoreOf([add("Logo draft from Sofia")])).toMatchObject({ passed: false });
});

describe("nothing to judge", () => {
  test.each<[string, Call[]]>([
    ["no call at all", []],
    ["a tool that words no action", [{ name: "show_project_card", arguments: { project_file: "Projects/A.md" } }]],
    [
      "an action of the user's that is only moved",
      [{ name: "move_to_focus", arguments: { project_path: "Projects/A.md", action_text: "Old" } }],
    ],
    ["a blank text", [add("  ")]],
    ["a tool named like a built-in", [{ name: "constructor", arguments: { name: "x" } }]],
  ])("%s", async (_, calls) => {
    expect(await scoreOf(calls)).toMatchObject({ status: "skipped" });
  });
});

test("an action that was proposed counts even if the call failed", async () => {
  const wrong = { ...add("Taxes"), arguments: { project_path: "Projects/B.md", action_text: "Taxes" } };
  expect(await scoreOf([wrong])).toMatchObject({ status: "scored", passed: false });
});

test("threshold and report are the suite's to set", async () => {
  expect(await scoreOf([add("Call the vendor about things")], { threshold: 0.5 })).toMatchObject({
    passed: true,
    threshold: 0.5,
  });
  expect(await scoreOf([add("Call the vendor")], { report: true })).toMatchObject({ gating: false });
});
