import { defineMetric, scored, skipped, type YesOrNoOptions } from "vivavoce/metrics";
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
      const { same } = comparison;
      const reason = comparison.same
        ? "both modes send the same prompt"
        : `in production-turn ${comparison.difference}`;
      const label = "the same prompt in both modes";
      return scored(same ? 1 : 0, [
        { id: "same-prompt", label, verdict: same ? "same" : "different", ok: same, reason, evidence: [] },
      ]);
    },
  });
}
