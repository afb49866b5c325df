import { promiseHooks } from "node:v8";
import { codeFolder, contextSlot, isPromise, VivaError } from "../base/index.ts";
import { type MetricDefinition, defineMetric as makeMetric } from "./define-metric.ts";
import type { Metric, MetricResult } from "./types.ts";

/**
 * Makes a metric from a function that returns `scored`, `skipped` or `unscored` for a transcript. If it throws, returns
 * anything else, or gives its score without waiting for what it began, the score is `errored`; no score is ever lost.
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
  const refuse = () => {
    throw new VivaError({
      message: `${definition.name} gave its score before what it had begun was done, so the score does not rest on it`,
      remedy: "Write await before each call that returns a promise, and make score async.",
    });
  };
  const score: MetricDefinition["score"] = (...given) => {
    const begun = new Map<Promise<unknown>, Beginning>();
    const end = promiseHooks.createHook({
      init(one: Promise<unknown>, parent?: Promise<unknown>) {
        const waitedFor = parent && begun.get(parent);
        const begins = scoring.get() === begun ? beginning(parent !== undefined) : undefined;
        if (begins) begun.set(one, begins);
        // Who only tidies up behind a promise does not wait for it.
        if (waitedFor && !waitedFor.isAwaited)
          waitedFor.isAwaited = !/Promise\.(?:catch|finally) /.test((begins && framesOf(begins)[1]) ?? "");
      },
      settled: (one: Promise<unknown>) => begun.delete(one),
    }) as () => void;
    let result: MetricResult | PromiseLike<MetricResult> | undefined;
    try {
      result = scoring.run(begun, () => definition.score(...given));
    } finally {
      if (!isPromise(result)) end();
    }
    if (!isPromise(result)) return begun.size > 0 ? refuse() : result;
    // Once settled, it waits for nothing.
    const isSettled = result instanceof Promise && begun.size > 0 && !begun.has(result);
    return Promise.resolve(result)
      .finally(end)
      .then((given) => (isSettled || [...begun.values()].some(isForgotten) ? refuse() : given));
  };
  return makeMetric({ ...definition, score });
}

/** The metric that is at work, by the promises that it has begun and that are not settled yet. */
const scoring = contextSlot<object>();

/** Where a promise was begun, whether it was made of another one, and whether somebody waits for it. */
type Beginning = { stack?: string; isMade: boolean; isAwaited?: boolean };

function beginning(isMade: boolean): Beginning {
  const { stackTraceLimit } = Error;
  const trace = { isMade };
  // Up to two of them are the hook's.
  Error.stackTraceLimit = 6;
  Error.captureStackTrace(trace, beginning);
  Error.stackTraceLimit = stackTraceLimit;
  return trace;
}

const builtIn =
  /^\s+at (?:new Promise|(?:Promise|Function)\.(?:then|catch|finally|withResolvers|all(?:Settled)?|any|race)|\w*Array\.\w+) \(/;

/**
 * Whether a promise is one of the suite's code that nobody waits for: that of a call, or of `then`. What packages leave
 * behind is theirs, of promises that race only one is waited for, and `catch` and `finally` only tidy up.
 */
function isForgotten(one: Beginning): boolean {
  if (one.isAwaited) return false;
  const frames = framesOf(one);
  const isThen =
    /Promise\.then /.test(frames[0] ?? "") &&
    !/(?:Promise|Function)\.(?:all|any|race|catch|finally)/.test(frames[1] ?? "");
  if (one.isMade && !isThen) return false;
  const [first = "", second = ""] = frames.filter((frame) => !builtIn.test(frame));
  return isUsers(first) || (!one.isMade && first.includes("node_modules") && isUsers(second));
}

function framesOf({ stack }: Beginning): string[] {
  // A suite may have changed how stacks are written.
  const lines = typeof stack === "string" ? stack.split("\n").slice(2) : [];
  return lines.filter((frame) => !frame.includes("node:internal/promise_hooks"));
}

function isUsers(frame: string): boolean {
  return !/^$|<anonymous>|\bnode:|\bat async\b|[\\/]node_modules[\\/]/.test(frame) && !frame.includes(codeFolder);
}
