import { describe, expect, test } from "vitest";
import type { CaseInput, Ended, Transcript } from "../../shape/index.ts";
import { caseOf, scoreOf, transcriptOf } from "../testing-transcript.test-helper.ts";
import { ending } from "./ending.ts";

const agent: Ended = { by: "agent", reason: "transfer_to_human", unsaid: [{ content: "Wait" }] };
const script: Ended = { by: "script", unsaid: [] };

function conversation(ended: Ended | undefined, quiet: number[] = []): Transcript {
  const transcript = transcriptOf([["Hello."], ["Yes?"]]);
  const exchanges = transcript.exchanges.map((one) =>
    quiet.includes(one.number) ? { ...one, items: [], quiet: true } : one,
  );
  return { ...transcript, exchanges, outcome: { kind: "completed", ...(ended ? { ended } : {}) } };
}

const result = async (transcript: Transcript, expected: CaseInput["expect"] = {}) => {
  const score = await scoreOf(ending(), transcript, caseOf(expected));
  return score.status === "scored" ? score.passed : score.status;
};

describe("the end of a conversation", () => {
  test.each<[string, Ended | undefined, CaseInput["expect"], unknown]>([
    ["nobody hung up, nothing is expected", script, {}, "skipped"],
    ["an unexpected hang-up", agent, {}, false],
    ["an expected one", agent, { end: { by: "agent" } }, true],
    ["an expected one for this reason", agent, { end: { by: "agent", reason: { contains: "transfer" } } }, true],
    ["an expected one for another reason", agent, { end: { by: "agent", reason: "closed" } }, false],
    ["a reason that was not given", { by: "agent", unsaid: [] }, { end: { by: "agent", reason: "closed" } }, false],
    ["an expected hang-up that did not happen", script, { end: { by: "agent" } }, false],
    ["a hang-up where the script should be said", agent, { end: { by: "script" } }, false],
    [
      "a user who met the goal",
      { by: "user", reason: "goal-met", unsaid: [] },
      { end: { by: "user", reason: "goal-met" } },
      true,
    ],
    ["a record that does not say who ended it", undefined, { end: { by: "agent" } }, "unscored"],
  ])("%s", async (_what, ended, expected, passed) => expect(await result(conversation(ended), expected)).toBe(passed));

  test("which an agent that failed did not reach", async () => {
    const failed: Transcript = {
      ...conversation(undefined),
      outcome: { kind: "agent-failed", reason: "threw", message: "x", exchange: 2 },
    };
    expect(await result(failed, { end: { by: "agent" } })).toBe(false);
  });

  test("is reported with the lines that were not said", async () => {
    const score = await scoreOf(ending(), conversation(agent));
    expect(score).toMatchObject({
      checks: [
        {
          reason:
            "exchange 2: the agent hung up (transfer_to_human), before the user could say 1 more line, which the case does not expect",
        },
      ],
    });
  });
});

test.each<[number[], CaseInput["expect"], unknown]>([
  [[2], { quiet: [2] }, true],
  [[], { quiet: [2] }, false],
  [[1, 2], { quiet: [2] }, false],
  [[1], {}, false],
  [[], { quiet: [3] }, false],
])("quiet in %j where the case expects %j", async (quiet, expected, passed) => {
  expect(await result(conversation(script, quiet), expected)).toBe(passed);
});
