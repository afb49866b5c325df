import { listed } from "../base/index.ts";
import type { MetricHeader } from "../store/index.ts";

/** What differs between two versions of a judged metric, in words. */
export function whatChanged(before: MetricHeader | undefined, now: MetricHeader | undefined): string[] {
  if (!now) return [];
  const [a, b] = [before?.question, now.question];
  if (!a || !b) return ["what changed is not known: the run of the earlier judge is not in the store any more"];
  const [judgedBy, judgedNow] = [a.judges.join(", "), b.judges.join(", ")];
  const names = [...new Set([...Object.keys(a.parts), ...Object.keys(b.parts)])];
  const parts = names.filter((name) => a.parts[name] !== b.parts[name]);
  return [
    ...(judgedBy !== judgedNow ? [`the judge: ${judgedBy || "none"} → ${judgedNow || "none"}`] : []),
    ...(judgedBy === judgedNow && a.settings !== b.settings ? ["the settings of the suite's judges"] : []),
    ...(parts.length > 0 ? [`the question: ${listed(parts, 6)}`] : []),
  ];
}
