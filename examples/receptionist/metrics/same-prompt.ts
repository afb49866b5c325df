import { allOf, check, defineMetric, skipped, type YesOrNoOptions } from "vivavoce/metrics";
import { callDataOf } from "../case.ts";
import { samePrompt as compare } from "../same-prompt.ts";

/**
 * Says where prompt-only and production-turn send different prompts for a snippet, so that nobody takes the score of the
 * one for that of the other. It describes the case rather than the reply: it decides nothing unless it is told to.
 */
export function samePrompt({ name = "samePrompt", report = true }: YesOrNoOptions = {}) {
  return defineMetric({
    name,
    threshold: 1,
    report,
    score(transcript, testCase) {
      if (callDataOf(testCase).kind !== "snippet") return skipped("a whole call is played in one mode only");
      const comparison = compare(testCase, transcript.variant.prompt);
      const reason = comparison.same
        ? "both modes send the same prompt"
        : `in production-turn ${comparison.difference}`;
      const words = { label: "the same prompt in both modes", verdict: comparison.same ? "same" : "different" };
      return allOf([check("same-prompt", comparison.same, reason, words)]);
    },
  });
}
