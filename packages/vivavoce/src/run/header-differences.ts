import { sameJson } from "../base/index.ts";
import type { SuiteHeader } from "../store/index.ts";
import { identityDifferences } from "../suite/index.ts";

/** What keeps two parts of a suite's trials from being one exam: other agents or other metrics. */
export function headerDifferences(before: SuiteHeader, after: SuiteHeader): string[] {
  const agents = after.variants.flatMap(({ variant, agent }) => {
    const known = before.variants.find((candidate) => JSON.stringify(candidate.variant) === JSON.stringify(variant));
    return known ? identityDifferences(known.agent, agent) : [`the variant ${JSON.stringify(variant)}`];
  });
  const metrics = sameJson(before.metrics, after.metrics) ? [] : ["the metrics or their options"];
  return [...new Set([...agents, ...metrics])];
}
