import { hashOf } from "../base/index.ts";
import { addUsage, type Transcript, type Usage } from "../shape/index.ts";

/** The facts of a trial for sums and lists, kept beside its conversation so that it is not read. */
export interface TrialMeasurements {
  /** The case's title. */
  title?: string;
  /** Milliseconds of each exchange that was measured. */
  replies: number[];
  usage?: Usage;
  /** The cost of a model call is not known, so the sum of the others is too small. */
  unpriced?: true;
  /** The trial has no tape that a replay could play. */
  untaped?: true;
  /** Whether a user was simulated, whether it spoiled the conversation, and a hash of all that it said. */
  simulated?: { spoiled: boolean; said?: string };
}

export function measurementsOf({ exchanges, user, outcome }: Transcript): TrialMeasurements {
  const usage = addUsage(exchanges.map((exchange) => exchange.usage));
  return {
    replies: exchanges.flatMap(({ replyMs }) => replyMs ?? []),
    ...(usage ? { usage } : {}),
    ...(exchanges.some(({ modelCalls, cost }) => modelCalls > 0 && cost === undefined) ? { unpriced: true } : {}),
    ...(outcome.kind === "infrastructure" && outcome.cause === "no-tape" ? { untaped: true } : {}),
    ...(user ? { simulated: { spoiled: user.faults.length > 0, said: hashOf(exchanges.map(lineOf)) } } : {}),
  };
}

function lineOf({ user }: Transcript["exchanges"][number]): string {
  return user?.content ?? "";
}
