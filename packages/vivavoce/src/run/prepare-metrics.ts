import type { Redactor } from "../base/index.ts";
import { withParameterFallback } from "../judge/index.ts";
import type { Metric } from "../metric/index.ts";
import { type CallRecord, liveTraffic, ModelError, replayTraffic, type Traffic } from "../model/index.ts";
import { judgeOf } from "./judge-of.ts";
import type { SuitePlan } from "./plan.ts";

export interface PrepareSettings {
  /** What the run that is resumed has asked already. */
  journal: readonly CallRecord[];
  redactor: Redactor;
  signal: AbortSignal;
}

/** A plan whose metrics have what is made once a suite, and the calls that made it. */
export interface PreparedPlan {
  plan: SuitePlan;
  records: readonly CallRecord[];
}

/** Has every metric make what it makes once a suite, such as evaluation steps. Most suites need no call. */
export async function prepareMetrics(plan: SuitePlan, settings: PrepareSettings): Promise<PreparedPlan> {
  if (!plan.metrics.some((metric) => metric.prepare)) return { plan, records: [] };
  const { traffic, startedAt } = await suiteTraffic(plan, settings);
  const judge = judgeOf(traffic, { repeat: 1, signal: settings.signal });
  const metrics: Metric[] = [];
  for (const metric of plan.metrics) metrics.push(metric.prepare ? await metric.prepare(judge) : metric);
  const records = [...traffic.records()];
  if (plan.mode.kind === "record" && startedAt !== undefined) {
    for (const { variant } of plan.variants) {
      await plan.cassette.writeSuite(variant, { origin: "recorded", repeat: 1, startedAt, records });
    }
  }
  return { plan: { ...plan, metrics }, records };
}

async function suiteTraffic(
  { models, mode, cassette, variants, loaded }: SuitePlan,
  { journal, redactor }: PrepareSettings,
): Promise<{ traffic: Traffic; startedAt?: string }> {
  if (mode.kind === "replay") {
    const tape = await cassette.readSuite(variants[0]?.variant ?? {});
    if (tape) return { traffic: replayTraffic({ tape, modelId: () => models.id("judge"), redactor }) };
    throw new ModelError({
      failure: "no-tape",
      message: `suite ${loaded.suite.name} has metrics that need evaluation steps, and no recording of them`,
      remedy: "Pin them with `viva steps --write`, give them in the suite, or record with --record.",
    });
  }
  const live = liveTraffic({ modelFor: () => withParameterFallback(models.open("judge")), redactor, journal });
  return { traffic: live, startedAt: live.startedAt };
}
