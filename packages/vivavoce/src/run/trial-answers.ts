import { answersOf, type CallRecord, type TrialAnswers } from "../model/index.ts";
import type { SuiteNetwork } from "../network/index.ts";
import type { Transcript } from "../transcript/index.ts";

/** What a trial rests on, so that a comparison knows whether its answers were sampled, and when. */
export function trialAnswers(
  records: readonly CallRecord[],
  transcript: Pick<Transcript, "connected">,
  { hasUnseen }: Pick<SuiteNetwork, "hasUnseen">,
): TrialAnswers {
  return answersOf(records, { unseen: hasUnseen || transcript.connected === true });
}
