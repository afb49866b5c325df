import type { Metric } from "vivavoce/metrics";
import { type ScriptedModel, scriptedModel } from "vivavoce/testing";
import type { WrittenItem, WrittenJudge } from "./tape.ts";

type Judge = Parameters<Metric["score"]>[2];

/** A judge that gives the answers of a tape, metric by metric, and the calls that each of them has made. */
export function tapedJudge(written: WrittenJudge): Judge & { callsOf(metric: string): ScriptedModel["calls"] } {
  const models = new Map<string, ScriptedModel>();
  for (const [metric, calls] of Object.entries(written)) {
    models.set(metric, scriptedModel(calls.map(({ items }) => answerText(items))));
  }
  return {
    repeat: 1,
    model: (metric) => models.get(metric) ?? scriptedModel([]),
    callsOf: (metric) => models.get(metric)?.calls ?? [],
  };
}

/** An answer as a judge would have written it. */
function answerText(items: Record<string, WrittenItem>): string {
  const list = Object.entries(items).map(([id, { quote = [], absent = false, reason, verdict }]) => {
    return { id, evidence: [quote].flat(), absent, reasoning: reason, verdict: `${verdict}` };
  });
  return JSON.stringify({ items: list });
}
