import { type JsonObject, safeLine } from "../../base/index.ts";
import { type Finding, relay, together } from "../../judge/index.ts";
import type { Model } from "../../model/index.ts";
import { type Check, check, exchangesOf, skippedCheck } from "../../shape/index.ts";
import { defineMetric } from "../define-metric.ts";
import { type OptionFault, refuseFaults, refuseUnknownOptions, usualOptions } from "../known-options.ts";
import { type Metric, type MetricOptions, type MetricResult, scored, skipped } from "../types.ts";
import { judgeDetail, usualThreshold } from "./combine.ts";
import { installedFor } from "./deepeval/python.ts";
import { measure } from "./deepeval/worker.ts";

/** Which metric of deepeval, and where it runs. */
export interface DeepevalOptions extends MetricOptions {
  /** A metric of deepeval by its class, "AnswerRelevancyMetric", or one of your own as "module:Class". */
  metric: string;
  /** What its class is made with, as JSON; `evaluation_params` by their names, such as "actual_output". */
  options?: JsonObject | undefined;
  /** A Python that has deepeval; Viva looks for a path in the working directory and above it. `python3` if left out. */
  python?: string | undefined;
  /** False for a metric that asks no model, such as ExactMatchMetric: no judge is needed then. */
  judged?: boolean | undefined;
}

/** Most metrics of deepeval make three or four calls. */
const usualPrompts = 4;

/**
 * A metric of deepeval. Its prompts are answered by the suite's judge, so they are recorded, priced and replayed like
 * those of any other metric. A metric for single turns is measured on every exchange, and the lowest score counts; a
 * metric for conversations is measured on the whole. The threshold is Viva's: deepeval's own default does not apply.
 *
 * @example
 * deepeval({ metric: "AnswerRelevancyMetric", threshold: 0.7, python: ".venv/bin/python" })
 */
export function deepeval(given: DeepevalOptions): Metric {
  const known = { ...usualOptions, metric: "text", options: "any", python: "text", judged: "flag" } as const;
  refuseUnknownOptions<DeepevalOptions>("deepeval", given, known);
  const { metric: wanted, options = {}, judged = true, report } = given;
  const name = given.name ?? wanted.slice(wanted.lastIndexOf(":") + 1);
  refuseOptions(name, options);
  const { python, version, source } = installedFor(given.python, wanted);
  const threshold = given.threshold ?? (judged ? usualThreshold : 1);
  const metric: Metric = {
    ...defineMetric({
      name,
      threshold,
      report,
      judged,
      parts: { deepeval: version, metric: wanted, options, source: source ?? undefined },
      async score(transcript, testCase, judge) {
        if (transcript.exchanges.length === 0) return skipped("nothing was said");
        const measuring = { metric: wanted, options, threshold, transcript, case: testCase };
        const { told, findings } = await measuredBy(python, measuring, () => {
          if (judged) return judge.model(name);
          throw new Error(`${name} asks a model, but it was made with judged: false; leave judged out`);
        });
        return resultOf(told, {
          deepeval: { version, metric: wanted },
          judge: findings.length === 0 ? { calls: 0 } : judgeDetail(together(findings)),
        });
      },
    }),
    mostCalls: (testCase) => usualPrompts * exchangesOf(testCase),
    withDefaultThreshold: (fallback) =>
      given.threshold === undefined ? deepeval({ ...given, threshold: fallback }) : metric,
  };
  return metric;
}

type Measuring = Parameters<typeof measure>;

/** What deepeval tells, and what the judge answered to its prompts. */
async function measuredBy(python: Measuring[0], measuring: Measuring[1], model: () => Model) {
  const findings: Finding<string>[] = [];
  const failures: unknown[] = [];
  const told = await measure(python, measuring, async ({ prompt, schema }) => {
    try {
      const finding = await relay(model(), { prompt, schema });
      findings.push(finding);
      return finding.value;
    } catch (error) {
      failures.push(error);
      throw error;
    }
  });
  // If the judge did not answer, there is no score, whatever deepeval returned.
  if (failures.length > 0) throw failures[0];
  return { told, findings };
}

function resultOf(told: Awaited<ReturnType<typeof measure>>, detail: JsonObject): MetricResult {
  if (told.type === "error") throw new Error(`deepeval: ${safeLine(told.message, 500)}`);
  if (told.type === "skipped") return skipped(safeLine(told.reason, 300));
  const { results, missing } = told;
  const lowest = results.toSorted((one, other) => one.score - other.score)[0];
  if (!lowest) throw new Error("deepeval gave no result");
  const checks = results.map(({ exchange, score, threshold, success, reason }): Check => {
    const where = exchange === null ? "the conversation" : `exchange ${exchange}`;
    const id = exchange === null ? "conversation" : `exchange-${exchange}`;
    const because = `${score.toFixed(2)}, passes at ${threshold}. ${reason ?? ""}`.trim();
    return check(id, success, because, { label: where, verdict: success ? "passed" : "failed", value: score });
  });
  const left = missing.map((reason, index) =>
    skippedCheck({ id: `missing-${index + 1}`, label: "an exchange", reason: safeLine(reason, 300) }),
  );
  const passed = results.every(({ success }) => success);
  return scored(lowest.score, [...checks, ...left], { threshold: lowest.threshold, passed, detail });
}

/** Options that Viva sets itself. If the suite could set them too, the two might differ. */
function refuseOptions(name: string, options: JsonObject): void {
  const own: Record<string, string> = {
    threshold: "Give threshold beside metric.",
    model: "The suite's judge answers: name it in models.",
    async_mode: "Leave it out: prompts are asked one after the other, so that a tape holds them in order.",
    eval_mode: "Leave it out: the suite's judge decides.",
  };
  const faults = Object.keys(options).map((key): OptionFault => {
    return [Object.hasOwn(own, key), `Viva sets options.${key} itself`, own[key]];
  });
  refuseFaults(name, faults);
}
