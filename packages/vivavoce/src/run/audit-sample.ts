import { sampleTrials } from "../calibration/index.ts";
import { judgeCalls, type Metric } from "../metric/index.ts";
import { isMissed, type Score, type StoredRun, showVariant } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { caseIndexes, type SuitePlan } from "./plan.ts";
import { isSpoiled } from "./trial/play.ts";

/** The conversations of a suite that an audit asks about. */
export interface AuditSample {
  /** With the metrics that are asked, and no others. */
  plan: SuitePlan;
  trials: readonly string[];
  /** How many conversations could have been drawn. */
  eligible: number;
  /** How many judge calls each metric needs for asking about all of them once. */
  calls: Readonly<Record<string, number>>;
}

/** Draws conversations that a judge can be asked about: completed, not spoiled, with something to judge. */
export async function drawAuditSample(
  { store, run }: { store: Store; run: StoredRun },
  plan: SuitePlan,
  { count, seed }: { count: number; seed: number },
): Promise<AuditSample> {
  const { metrics } = plan;
  const indexes = caseIndexes(plan);
  const candidates: { trial: string; caseId: string; stratum: string; index: number }[] = [];
  for await (const { trial, caseId, variant, transcript, scores } of store.trials.read(run.id, plan.position)) {
    const index = indexes.get(caseId);
    if (index === undefined || transcript.outcome.kind !== "completed" || isSpoiled(transcript)) continue;
    const verdict = verdictOf(metrics, scores);
    if (verdict !== "skipped") candidates.push({ trial, caseId, index, stratum: `${showVariant(variant)}/${verdict}` });
  }
  const drawn = sampleTrials(candidates, count, seed);
  const calls: Record<string, number> = {};
  for (const { index } of drawn) {
    const testCase = await plan.cases.read(index);
    for (const metric of metrics) calls[metric.name] = (calls[metric.name] ?? 0) + judgeCalls(metric, testCase);
  }
  return { plan, trials: drawn.map(({ trial }) => trial), eligible: candidates.length, calls };
}

/** What the stored scores say; "skipped" if none of these metrics applied. */
function verdictOf(metrics: readonly Metric[], scores: readonly Score[]): "passed" | "failed" | "unscored" | "skipped" {
  const own = metrics.flatMap(({ name }) => scores.find(({ metric }) => metric === name) ?? []);
  const checks = own.flatMap((score) => (score.status === "scored" ? score.checks : []));
  if (checks.some(isMissed)) return "failed";
  if (own.some(({ status }) => status === "scored")) return "passed";
  return own.length === metrics.length && own.every(({ status }) => status === "skipped") ? "skipped" : "unscored";
}
