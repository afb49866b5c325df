import { type JsonValue, relativePath, toJsonValue } from "../base/index.ts";
import type { StoredSuite } from "../shape/index.ts";
import { metricIdentity, metricQuestion } from "./metric-identity.ts";
import type { SuitePlan } from "./plan.ts";

/** The header of a suite, written before its first trial: enough to resume it, to show it and to compare it. */
export function suiteHeader(plan: SuitePlan, root: string): StoredSuite {
  const { loaded, metrics, mode, repeat } = plan;
  return {
    position: plan.position,
    name: loaded.suite.name,
    planned: plan.planned,
    header: {
      file: relativePath(root, loaded.file),
      variants: plan.variants.map(
        ({ variant, identity, cases, whole, early, origin, withoutTape, withoutTranscript, tried, ...own }) => ({
          variant,
          agent: identity,
          cases: cases.length,
          planned: cases.length * (own.repeat ?? repeat),
          ...(whole ? { whole: { cases: whole.length, planned: whole.length * repeat } } : {}),
          ...(early ? { early } : {}),
          origin,
          ...(withoutTape > 0 ? { withoutTape } : {}),
          ...(withoutTranscript ? { withoutTranscript } : {}),
          ...(tried ? { tried } : {}),
        }),
      ),
      sources: plan.sources,
      dataset: plan.cases.identity,
      ...(plan.cases.total > plan.cases.size ? { total: plan.cases.total } : {}),
      ...(plan.retired?.played.length ? { retired: plan.retired.played } : {}),
      metrics: metrics.map(({ name, judged, gating, zeroTolerance, asks, steps }, index) => ({
        name,
        identity: metricIdentity(plan, index),
        judged,
        gating,
        ...(zeroTolerance ? { zeroTolerance } : {}),
        ...(asks ? { asks } : {}),
        ...(steps && Object.keys(steps).length > 0 ? { steps } : {}),
        ...preparationOf(plan, name),
        ...(judged ? { question: metricQuestion(plan, index) } : {}),
      })),
      models: modelIds(plan),
      ...(plan.load.simulated.cases > 0 ? { user: plan.models.userIdentity } : {}),
      mode: mode.kind,
      gate: plan.gate,
    },
  };
}

/** The models by the names that the suite gives them. */
export function modelIds({ models }: SuitePlan): JsonValue {
  return toJsonValue(Object.fromEntries(Object.keys(models.choices).map((name) => [name, models.id(name)])));
}

function preparationOf({ preparations = {} }: SuitePlan, metric: string) {
  const made = Object.hasOwn(preparations, metric) ? preparations[metric] : undefined;
  if (!made) return {};
  return { preparedFrom: made.from, ...(made.failure === undefined ? {} : { unprepared: made.failure }) };
}
