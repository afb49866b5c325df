import { describe, expect, test } from "vitest";
import { scriptedModel } from "../../testing/index.ts";
import { judged, judgedScore, saying } from "../judged/testing-judged.test-helper.ts";
import { call, caseOf, transcriptOf } from "../testing-transcript.test-helper.ts";
import { coherence } from "./task.ts";

const transcript = transcriptOf([["Let us start with the inbox."], ["As it is empty, projects come next."]]);
const yes = { verdict: "yes", quote: "As it is empty, projects come next." };
const both = caseOf({ coherence: { maintainsContext: true, respondsToUserFeedback: true } });

describe("coherence", () => {
  test("asks for what the case asks for, and that the agent does not contradict itself", async () => {
    const model = saying({ maintainsContext: yes, respondsToUserFeedback: yes, consistent: yes });
    expect(await judgedScore(coherence(), transcript, model, both)).toMatchObject({
      value: 1,
      passed: true,
      threshold: 1,
    });
    expect(model.calls).toHaveLength(1);
    const one = await judgedScore(
      coherence(),
      transcript,
      saying({ maintainsContext: yes, consistent: yes }),
      caseOf({ coherence: { maintainsContext: true, respondsToUserFeedback: false } }),
    );
    expect(one.checks.map(({ id }) => id)).toEqual(["maintainsContext", "consistent"]);
  });

  test("passes only where each one is yes", async () => {
    const partly = { ...yes, verdict: "partly" };
    const score = await judgedScore(
      coherence(),
      transcript,
      saying({ maintainsContext: yes, respondsToUserFeedback: partly, consistent: yes }),
      both,
    );
    expect(score.value).toBeCloseTo(2.5 / 3, 12);
    expect(score.passed).toBe(false);
    expect(coherence().withDefaultThreshold?.(0.5).identity.hash).toBe(coherence().identity.hash);
  });

  test("may leave contradictions out", async () => {
    const model = saying({ maintainsContext: yes, respondsToUserFeedback: yes });
    expect(await judgedScore(coherence({ consistent: false }), transcript, model, both)).toMatchObject({ value: 1 });
  });

  test("may rest on something absent if the answer is no", async () => {
    const no = { verdict: "no", absent: true };
    const score = await judgedScore(
      coherence(),
      transcript,
      saying({ maintainsContext: no, respondsToUserFeedback: yes, consistent: yes }),
      both,
    );
    expect(score.value).toBeCloseTo(2 / 3, 12);
  });

  test("leaves out exchanges in which the agent only calls a tool: the judge is told, and still sees the call", async () => {
    const played = transcriptOf([["Let us start."], [call("show_card", { card: "inbox" })], ["Projects come next."]]);
    const own = { verdict: "yes", quote: "Projects come next." };
    const model = saying({ maintainsContext: own, respondsToUserFeedback: own, consistent: own });
    expect(await judgedScore(coherence(), played, model, both)).toMatchObject({ value: 1 });
    const asked = model.calls[0]?.messages[1]?.content;
    expect(asked).toContain("Leave out exchanges in which the agent only calls tools");
    expect(asked).toContain("show_card");
  });

  test("is skipped where the agent says nothing at all", async () => {
    const unasked = scriptedModel(() => new Error("asked"));
    const reasons = [transcriptOf([[call("show_card")], ["", call("add")]]), transcriptOf([[""], []])].map(
      async (played) => judged(coherence(), played, unasked, both),
    );
    expect(await Promise.all(reasons)).toMatchObject([
      { status: "skipped", reason: "the agent only called tools, and said nothing" },
      { status: "skipped", reason: "the agent neither said nor did anything" },
    ]);
  });

  test("is skipped where the case does not ask", async () => {
    const unasked = scriptedModel(() => new Error("asked"));
    for (const testCase of [caseOf(), caseOf({ coherence: {} }), caseOf({ coherence: { maintainsContext: false } })]) {
      expect(await judged(coherence(), transcript, unasked, testCase)).toMatchObject({ status: "skipped" });
    }
  });
});
