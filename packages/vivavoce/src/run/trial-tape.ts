import { safeLine } from "../base/index.ts";
import type { LiveTraffic, Tape } from "../model/index.ts";
import type { Score, Transcript } from "../shape/index.ts";
import type { PlannedTrial, SuitePlan } from "./plan.ts";
import { isSpoiled } from "./play-attempts.ts";

/** The tape of a trial that was played live: all answers, and what kept others from coming. */
export function recordedTape(live: LiveTraffic, transcript: Transcript, scores: readonly Score[]): Tape {
  const { startedAt, times, records, failures, mcpRecords } = live;
  return {
    origin: "recorded",
    repeat: transcript.repeat,
    startedAt,
    exchanges: times(),
    incomplete: whatIsMissing(transcript, scores),
    ended: endingOf(transcript),
    records: [...records()],
    failures: [...failures()],
    ...(mcpRecords().length === 0 ? {} : { mcp: [...mcpRecords()] }),
  };
}

/** Why the trial has no result, or a metric no score: neither says anything about the agent, and both can be repeated. */
function whatIsMissing(transcript: Transcript, scores: readonly Score[]): string | undefined {
  const { outcome } = transcript;
  if (outcome.kind === "infrastructure") return safeLine(outcome.message);
  if (isSpoiled(transcript)) return "the simulated user spoiled every conversation";
  for (const score of scores) {
    if (score.status === "unscored" || score.status === "errored") return safeLine(`${score.metric}: ${score.reason}`);
  }
  return undefined;
}

function endingOf({ outcome, exchanges }: Transcript): Tape["ended"] {
  if (outcome.kind === "completed") return undefined;
  const last = exchanges.find(({ number }) => number === outcome.exchange);
  // A replay has a stack of its own.
  const { stack: _stack, ...ended } = { stack: undefined, ...outcome };
  return { ...ended, ...(last ? { items: last.items.length } : {}) };
}

/** Notes on a trial's tape what its agent did after the conversation: a replay may be over before it happens again. */
export async function tapeLate({ cassette, mode }: SuitePlan, trial: PlannedTrial, complaint: string): Promise<void> {
  if (mode.kind !== "record") return;
  const { variant, caseId, repeat } = trial;
  const tape = (await cassette.read(variant, caseId)).find((one) => one.repeat === repeat);
  if (tape?.origin === "recorded") await cassette.write(variant, caseId, { ...tape, late: complaint });
}
