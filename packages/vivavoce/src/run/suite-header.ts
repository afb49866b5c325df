import { hashOf, isJsonObject, type JsonValue, relativePath, sha256, toJsonValue } from "../base/index.ts";
import type { MetricHeader, RunHeader, StoredSuite } from "../shape/index.ts";
import { metricIdentity, type SuitePlan } from "./plan.ts";

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
      // Recorded answers came from wherever the recording asked.
      ...(mode.kind === "replay" ? {} : { servers: plan.models.servers }),
      ...(plan.load.simulated.cases > 0 ? { user: plan.models.userIdentity } : {}),
      mode: mode.kind,
      gate: plan.gate,
    },
  };
}

/** What makes up the identity of a judged metric, as far as a change of it can be named. */
function metricQuestion({ metrics, models }: Pick<SuitePlan, "metrics" | "models">, index: number) {
  const metric = metrics[index];
  if (!metric?.judged) return undefined;
  const { name, version, parts } = metric.identity;
  const named = Object.entries(isJsonObject(parts) ? parts : { parts });
  const asked = metric.judges ?? ["judge"];
  const question: NonNullable<MetricHeader["question"]> = {
    judges: asked.filter((role) => Object.hasOwn(models.choices, role)).map((role) => models.id(role)),
    settings: short(models.judgeIdentity),
    parts: Object.fromEntries(
      [["name and version", [name, version]] as const, ...named].map(([part, value]) => [part, short(value)]),
    ),
  };
  return question;
}

const short = (value: Parameters<typeof hashOf>[0]) => hashOf(value).slice(0, 12);

/** The models by the names that the suite gives them. */
export function modelIds({ models }: SuitePlan): JsonValue {
  return toJsonValue(Object.fromEntries(Object.keys(models.choices).map((name) => [name, models.id(name)])));
}

function preparationOf({ preparations = {} }: SuitePlan, metric: string) {
  const made = Object.hasOwn(preparations, metric) ? preparations[metric] : undefined;
  if (!made) return {};
  return { preparedFrom: made.from, ...(made.failure === undefined ? {} : { unprepared: made.failure }) };
}

/**
 * The identity of a whole plan, the same on every machine that plays a shard of it: suites, agents, metrics, models,
 * options, and the cases under each variant. Not the gates: they decide only when the shards are merged.
 */
export function planIdentity(plans: readonly SuitePlan[], options: RunHeader["options"], root: string): string {
  const suites = plans.map((plan) => {
    const { name, header } = suiteHeader(plan, root);
    const { gate: _gate, ...facts } = header;
    const variants = facts.variants.map(({ cases: _cases, planned: _planned, ...variant }) => variant);
    return { name, ...facts, variants, cases: plan.variants.map(({ cases, whole = cases }) => idsOf(plan, whole)) };
  });
  const { shard, ...others } = options;
  return hashOf({ suites, options: others, shards: shard?.count });
}

function idsOf({ cases }: SuitePlan, indexes: Uint32Array): string {
  return sha256(Array.from(indexes, (index) => JSON.stringify([cases.id(index), cases.hash(index)])).join("\n"));
}
