import type { TrialValues, VariantResult } from "../shape/index.ts";

/**
 * A result with the dimensions of one metric instead of the metrics, so that the code that sums up, compares or tracks
 * metrics works for dimensions. If the metric was not scored, neither were its dimensions.
 */
export function byDimension(result: VariantResult, metric: string): VariantResult {
  const ids = (result.dimensions ?? []).filter((one) => one.metric === metric).map(({ id }) => id);
  const used = result.metrics.find(({ name }) => name === metric);
  return {
    ...result,
    metrics: used ? ids.map((name) => ({ ...used, name, gating: false })) : [],
    cases: result.cases.map(({ means: _means, ...one }) => ({
      ...one,
      trials: one.trials.map((trial) => trialByDimension(trial, metric, ids)),
    })),
  };
}

function trialByDimension(trial: TrialValues, metric: string, ids: readonly string[]): TrialValues {
  const { values, skipped = [], dimensions, hits: _hits, ...facts } = trial;
  const own = dimensions?.[metric];
  const all = (value: number | null) => Object.fromEntries(ids.map((id) => [id, value]));
  // A value of 0 without dimensions means that the agent broke the conversation off.
  const without = () => (values[metric] === 0 ? all(0) : all(null));
  const known = own ?? (skipped.includes(metric) || Object.hasOwn(values, metric) ? without() : undefined);
  if (!known) return { ...facts, values: {} };
  const applying = ids.flatMap((id) => (typeof known[id] === "number" ? [[id, known[id]] as const] : []));
  const rest = ids.filter((id) => typeof known[id] !== "number");
  return { ...facts, values: Object.fromEntries(applying), ...(rest.length === 0 ? {} : { skipped: rest }) };
}
