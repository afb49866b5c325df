import type { JsonValue } from "../../../base/index.ts";
import { Unscored } from "../../../judge/index.ts";
import type { Check } from "../../../shape/index.ts";
import type { Metric } from "../../types.ts";
import { judgeOfLeaf } from "./leaf-metrics.ts";
import { isMetric, type VerdictNode } from "./node.ts";
import type { Walker } from "./walk.ts";

/** The result of the leaf that decides. */
export interface LeafOutcome {
  value: number;
  /** The leaf as a check. */
  check: Check;
  /** The checks of a metric. */
  checks: Check[];
  /** If a metric fails for a reason other than its value, such as a floor, the graph fails as well. */
  fails: boolean;
  detail?: JsonValue | undefined;
}

/** The value of a leaf. If a metric finds nothing to judge, the graph has no score either. */
export async function leafOutcome(
  leaf: VerdictNode | Metric,
  id: string,
  walker: Walker,
): Promise<LeafOutcome | { skip: string }> {
  if (isMetric(leaf)) return metricOutcome(leaf, walker);
  const { value, reason } = leaf;
  const shown = value.toFixed(2);
  const check = { id, label: "the verdict", verdict: shown, ok: true, value, reason: reason || shown, evidence: [] };
  return { value, check, checks: [], fails: false };
}

async function metricOutcome(metric: Metric, walker: Walker): Promise<LeafOutcome | { skip: string }> {
  const { settings, transcript, testCase, judge } = walker;
  const { name } = metric;
  const score = await metric.score(transcript, testCase, judgeOfLeaf(settings.name, judge));
  if (score.status === "skipped") return { skip: `${name}: ${score.reason}` };
  if (score.status === "unscored") throw new Unscored(`${name}: ${score.reason}`, score.detail);
  if (score.status === "errored") throw new Error(`${name}: ${score.reason}`);
  const { value, threshold, passed, detail } = score;
  const fails = !passed && value >= threshold;
  const shown = value.toFixed(2);
  const reason = `${name} gives ${shown}${fails ? ", and fails whatever its value" : ""}`;
  return {
    value,
    check: { id: name, label: `the verdict of ${name}`, verdict: shown, ok: true, value, reason, evidence: [] },
    checks: score.checks.map((check) => ({ ...check, id: `${name}.${check.id}` })),
    fails,
    detail,
  };
}
