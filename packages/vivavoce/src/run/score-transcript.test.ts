import { describe, expect, test } from "vitest";
import { caseSchema } from "../case/index.ts";
import type { Judge } from "../judge/index.ts";
import { defineMetric, scored } from "../metric/index.ts";
import type { Outcome, Transcript } from "../transcript/index.ts";
import { metricIdentity } from "./metric-identity.ts";
import { planOf } from "./run.test-helper.ts";
import { scoreTranscript } from "./score-transcript.ts";

const testCase = caseSchema.parse({ id: "case", script: [{ content: "Hi" }] });
const judge: Judge = {
  repeat: 1,
  model() {
    throw new Error("nobody asked");
  },
};

function ended(outcome: Outcome): Transcript {
  const agent = { name: "echo", version: "1" };
  return { version: 1, case: "case", variant: {}, repeat: 1, agent, history: [], exchanges: [], outcome };
}

const completed = ended({ kind: "completed" });
const good = (name: string, more = {}) => defineMetric({ name, score: () => scored(1, []), ...more });

describe("scoring a transcript", () => {
  test("gives a score of every metric, in the metrics' order, however long each takes", async () => {
    const slow = good("slow", {
      score: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return scored(1, []);
      },
    });
    const scores = await scoreTranscript([slow, good("quick")], completed, testCase, judge);
    expect(scores.map(({ metric }) => metric)).toEqual(["slow", "quick"]);
  });

  test("a metric that throws, by its own account or past all accounts, is errored and touches no other", async () => {
    const wild = { ...good("wild"), score: () => Promise.reject(new Error("a bug of its own")) };
    const scores = await scoreTranscript([wild, good("calm")], completed, testCase, judge);
    expect(scores).toMatchObject([
      { metric: "wild", status: "errored", reason: "a bug of its own", gating: true },
      { metric: "calm", status: "scored" },
    ]);
  });

  test("what the agent did not finish is not taken to a judge; code may still look at it", async () => {
    const failed = ended({ kind: "agent-failed", reason: "threw", message: "broken", exchange: 1 });
    const metrics = [good("judged", { judged: true }), good("code")];
    expect(await scoreTranscript(metrics, failed, testCase, judge)).toMatchObject([
      { metric: "judged", status: "skipped", reason: "the agent did not finish the conversation" },
      { metric: "code", status: "scored" },
    ]);
  });
});

describe("a metric's identity in a run", () => {
  const metrics = [good("code"), good("judged", { judged: true })];
  const identities = async (judgeModel: string) => {
    const plan = await planOf({ metrics, models: { judge: judgeModel } }, { environment: { OPENAI_API_KEY: "none" } });
    return [metricIdentity(plan, 0), metricIdentity(plan, 1)];
  };

  test("of a judged one the judge is part, of one by code it is not", async () => {
    const [first, second] = [await identities("openai:gpt-5"), await identities("openai:gpt-5-mini")];
    expect(first[0]).toBe(second[0]);
    expect(first[1]).not.toBe(second[1]);
  });

  test("there is none of a metric that is not there", async () => {
    const plan = await planOf({ metrics });
    expect(() => metricIdentity(plan, 2)).toThrow("there is no metric 2");
  });
});
