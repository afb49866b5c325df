import { hashOf, toJsonValue } from "../base/index.ts";
import type { SuiteNetwork } from "../network/index.ts";
import { answersOf, type CallRecord, type Transcript, type TrialAnswers } from "../shape/index.ts";

/** What a trial rests on, so that a comparison knows whether its answers were sampled, and when. */
export function trialAnswers(
  records: readonly CallRecord[],
  transcript: Transcript,
  { hasUnseen }: Pick<SuiteNetwork, "hasUnseen">,
): TrialAnswers {
  const answers = answersOf(records, { unseen: hasUnseen || transcript.connected === true });
  return answers.origin === "none" ? { ...answers, course: shortHash(courseOf(transcript)) } : answers;
}

/** What was said and done, without times and ids, which differ each time. */
function courseOf({ exchanges, outcome }: Transcript): unknown {
  const did = ({ items, effects }: Transcript["exchanges"][number]) => ({
    items: items.map((item) => (item.type === "text" ? item : { ...item, call: { ...item.call, id: "" } })),
    effects,
  });
  return { exchanges: exchanges.map(did), outcome: outcome.kind };
}

function shortHash(value: unknown): string {
  return (hashOfJson(value) ?? hashOf(toJsonValue(value))).slice(0, 16);
}

/** Undefined if a user's code has put something into the value that JSON cannot hold. */
function hashOfJson(value: unknown): string | undefined {
  try {
    return hashOf(value);
  } catch {
    return undefined;
  }
}
