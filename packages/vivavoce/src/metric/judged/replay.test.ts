import { describe, expect, test } from "vitest";
import { redactor } from "../../base/index.ts";
import { encodeJudgeItems, liveTraffic, replayTraffic, type Tape, type Traffic } from "../../model/index.ts";
import type { Transcript } from "../../shape/index.ts";
import { scriptedModel } from "../../testing/index.ts";
import { answerRelevancy } from "../rows/claims.ts";
import { caseOf, transcriptOf } from "../testing-transcript.test-helper.ts";
import { criteria } from "./criteria.ts";

const transcript = transcriptOf([["Call Ana at the agency today."]]);
const testCase = caseOf({ criteria: { criteria: ["names a step"] } });
const yes = encodeJudgeItems({ c1: { verdict: "yes", quote: "Call Ana at the agency today." } });
const keep = redactor({});

/** Scores with every judged metric under this traffic, as a run does. */
const scoresOf = (traffic: Traffic, given: Transcript = transcript, samples = 2) =>
  Promise.all(
    [criteria({ samples }), answerRelevancy()].map((metric) =>
      metric.score(given, testCase, { repeat: 1, model: (name) => traffic.model("judge", name) }),
    ),
  );

describe("a recorded judge", () => {
  test("gives the same scores on replay: what is asked is the same to the letter", async () => {
    const model = scriptedModel(({ messages }, index) => {
      if (messages[1]?.content.includes("is relevant")) return encodeJudgeItems({ "s1.1": "relevant" });
      return index === 0 ? "no JSON, so that a repair is on the tape" : yes;
    });
    const live = liveTraffic({ modelFor: () => model, redactor: keep });
    const recorded = await scoresOf(live);
    const tape: Tape = { origin: "recorded", repeat: 1, records: [...live.records()] };
    const slower = {
      ...transcript,
      exchanges: transcript.exchanges.map((one) => ({ ...one, replyMs: 99, cost: 1 })),
    };
    const replay = replayTraffic({ tape, modelId: () => model.id, redactor: keep });
    expect(await scoresOf(replay, slower)).toEqual(recorded);
    expect(recorded.map(({ status }) => status)).toEqual(["scored", "scored"]);
    expect(replay.leftOver()).toEqual([]);
  });
});

describe("a hand-written judge", () => {
  const written = (...texts: string[]): Tape => ({
    origin: "hand-written",
    repeat: 1,
    records: texts.map((text, index) => ({
      role: "judge",
      label: index === texts.length - 1 ? "answerRelevancy" : "criteria",
      index: index === texts.length - 1 ? 0 : index,
      answer: { text, toolCalls: [], finish: "stop" },
    })),
  });
  const played = (tape: Tape) =>
    scoresOf(replayTraffic({ tape, modelId: () => "openai:gpt-5", redactor: keep }), transcript, 1);

  test("is validated like any other", async () => {
    const relevant = encodeJudgeItems({ "s1.1": "relevant" });
    expect(await played(written(yes, relevant))).toMatchObject([{ value: 1 }, { value: 1 }]);
    const invented = encodeJudgeItems({ c1: { verdict: "yes", quote: "words that nobody said" } });
    expect(await played(written(invented, relevant))).toMatchObject([
      { status: "errored", reason: expect.stringContaining("is not in the record") },
      { value: 1 },
    ]);
    expect(await played(written(invented, invented, invented, relevant))).toMatchObject([
      { status: "unscored", reason: expect.stringContaining("is not in the record") },
      { value: 1 },
    ]);
    expect(await played(written(invented, yes, relevant))).toMatchObject([{ value: 1 }, { value: 1 }]);
  });
});
