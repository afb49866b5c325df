import { promiseHooks } from "node:v8";
import { VivaError } from "../base/index.ts";
import { type MetricDefinition, defineMetric as makeMetric } from "./define-metric.ts";
import type { Metric } from "./types.ts";

/**
 * Makes a metric from a function that returns `scored`, `skipped` or `unscored` for a transcript. If it throws, returns
 * anything else, or gives its score at once while what it began is not done, the score is `errored`; no score is ever lost.
 * The default threshold is 1, or 0.7 if a judge decides.
 *
 * @example
 * export const greets = defineMetric({
 *   name: "greets",
 *   score(transcript) {
 *     const [first] = transcript.exchanges;
 *     if (!first) return skipped("nothing was said");
 *     return allOf([check("greets", /^(hi|hello)\b/i.test(replyOf(first)), `it begins "${replyOf(first).slice(0, 40)}"`)]);
 *   },
 * });
 */
export function defineMetric(definition: MetricDefinition): Metric {
  if (typeof definition?.score !== "function") return makeMetric(definition);
  const score: MetricDefinition["score"] = (...given) => {
    const { result, left } = seen(() => definition.score(...given));
    if (left === 0) return result;
    throw new VivaError({
      message: `${definition.name} gave its score before what it had begun was done, so the score does not rest on it`,
      remedy: "Write await before each call that returns a promise, and make score async.",
    });
  };
  return makeMetric({ ...definition, score });
}

/**
 * What work returns, and how many promises it has begun that are not settled then. None is counted if it returns a pending
 * promise: it waits for something, and for what is not known.
 */
function seen<T>(work: () => T): { result: T; left: number } {
  const open = new Set<unknown>();
  const end = promiseHooks.createHook({ init: (one) => open.add(one), settled: (one) => open.delete(one) });
  try {
    const result = work();
    // Another kind of promise than JavaScript's own may be waiting.
    const isOpen = !(result instanceof Promise) || open.has(result);
    const isWaiting = typeof result === "object" && result !== null && "then" in result && isOpen;
    return { result, left: isWaiting ? 0 : open.size };
  } finally {
    end();
  }
}
