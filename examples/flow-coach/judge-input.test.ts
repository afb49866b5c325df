import { describe, expect, test } from "vitest";
import type { Model } from "vivavoce";
import * as metric from "vivavoce/metrics";
import { playTape } from "./testing/play-tape.ts";
import { shippedCases } from "./testing/shipped-cases.ts";

const found = (await shippedCases()).find(({ id }) => id === "context-over-five-exchanges");
if (!found) throw new Error("the case is not there");
const testCase = { ...found, expect: { coherence: found.expect.coherence } };
const { transcript } = await playTape("v2", testCase);
const role = "A coach for Getting Things Done.";

/** The judged metrics of the catalogue, by what they see of the world. */
const seeing = {
  world: [
    metric.criteria({ criteria: ["names one next step", "asks before it changes anything", "is friendly"], steps: [] }),
    metric.faithfulness(),
    metric.goalAccuracy({ goal: "The project has a next action." }),
    metric.taskCompletion(),
    metric.completeness(),
  ],
  worldBefore: [metric.argumentCorrectness()],
  words: [
    metric.answerRelevancy(),
    metric.coherence(),
    metric.bias(),
    metric.toxicity(),
    metric.piiLeakage(),
    metric.nonAdvice(),
    metric.knowledgeRetention(),
    metric.promptAlignment({ instructions: ["Answer in at most five sentences."] }),
    metric.stepEfficiency({ judge: true }),
    metric.roleViolation({ role }),
    metric.roleAdherence({ role }),
    metric.misuse({ role }),
    metric.topicAdherence({ topics: ["projects and next actions"] }),
    metric.hallucination({ facts: ["A next action starts with a verb."] }),
  ],
};

/** What a metric asks: the form of the answer, which providers read first, then the messages. */
async function inputOf({ score }: (typeof seeing.world)[number]): Promise<string> {
  const asked: string[] = [];
  const call: Model["call"] = async ({ messages }, options) => {
    asked.push([JSON.stringify(options?.shared?.output), ...messages.map(({ content }) => content)].join("\n"));
    throw new Error("only the request counts");
  };
  await score(transcript, testCase, { repeat: 1, model: () => ({ id: "judge", call }) });
  return asked[0] ?? "";
}

function sharedWith(earlier: string, later: string): number {
  const differs = [...later].findIndex((character, index) => character !== earlier[index]);
  return differs / later.length;
}

const inputs = async (metrics: typeof seeing.world) =>
  await Promise.all(metrics.map(async (one) => ({ name: one.name, input: await inputOf(one) })));
const [world, worldBefore, words] = [
  await inputs(seeing.world),
  await inputs(seeing.worldBefore),
  await inputs(seeing.words),
];

describe("of what a judge reads for a metric, at least 80 % was read for any earlier metric of the conversation", () => {
  const pairs = [
    ...words.flatMap((later) => [...words, ...worldBefore, ...world].map((earlier) => ({ earlier, later }))),
    ...[...worldBefore, ...world].flatMap((later) => world.map((earlier) => ({ earlier, later }))),
  ].filter(({ earlier, later }) => earlier !== later);

  test("that sees as much", () => {
    const shares = pairs.map(({ earlier, later }) => ({
      pair: `${earlier.name}, ${later.name}`,
      share: sharedWith(earlier.input, later.input),
    }));
    expect(shares.filter(({ share }) => share < 0.8)).toEqual([]);
    expect(shares).toHaveLength(14 * 19 + 5 + 5 * 4);
  });
});
