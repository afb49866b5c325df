import type { Metric } from "vivavoce/metrics";
import { scriptedModel } from "vivavoce/testing";
import { playCase, snippet } from "./play-call.ts";

/** What a judge says in one call: a score, or "not applicable", by dimension. */
export type Verdicts = Readonly<Record<string, number | string>>;

/** Scores one reply with a judge that gives these answers, call by call, each resting on the whole reply. */
export async function scoreReply(metric: Metric, reply: string, answers: readonly Verdicts[], scene = discovery()) {
  const { transcript, testCase } = await playCase(scene, [reply], { mode: "prompt-only" });
  const judge = scriptedModel(answers.map((verdicts) => answerText(verdicts, reply)));
  const score = await metric.score(transcript, testCase, { repeat: 1, model: () => judge });
  return { score, judge, transcript, testCase };
}

function answerText(verdicts: Verdicts, reply: string): string {
  const items = Object.entries(verdicts).map(([id, verdict]) => {
    return { id, evidence: [reply], absent: false, reasoning: "Because.", verdict: `${verdict}` };
  });
  return JSON.stringify({ items });
}

function discovery() {
  return snippet("discovery", "It's been blowing warm air since yesterday.", { session: { zip_code: "78745" } });
}
