import { sameJson } from "../base/index.ts";
import type { SuiteHeader } from "../store/index.ts";
import { identityDifferences } from "../suite/index.ts";
import { scoredCode } from "./scoring-code.ts";

/** What keeps two parts of a suite's trials from being one exam: other agents, metrics or simulated users. */
export function headerDifferences(before: SuiteHeader, after: SuiteHeader): string[] {
  const agents = after.variants.flatMap(({ variant, agent }) => {
    const known = before.variants.find((candidate) => JSON.stringify(candidate.variant) === JSON.stringify(variant));
    return known ? identityDifferences(known.agent, agent) : [`the variant ${JSON.stringify(variant)}`];
  });
  const metrics = sameJson(before.metrics, after.metrics) ? [] : ["the metrics or their options"];
  const users = isSameUser(before, after) ? [] : ["the model of the simulated user or its parameters"];
  const isScoredAgain = before.scoredBy !== undefined || after.scoredBy !== undefined;
  const scoring = isScoredAgain && scoredCode(before) !== scoredCode(after) ? [scoredOtherwise] : [];
  return [...new Set([...agents, ...metrics, ...users, ...scoring])];
}

const scoredOtherwise = "the code that has scored its trials (viva score scores them again)";

/** Only runs of an older Viva, or without a simulated user, do not say who played it. */
function isSameUser({ user: before }: SuiteHeader, { user: after }: SuiteHeader): boolean {
  return before === undefined || after === undefined || sameJson(before, after);
}
