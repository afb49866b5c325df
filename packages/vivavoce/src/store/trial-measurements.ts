import { hashOf } from "../base/index.ts";
import { addUsage, type Transcript, type Usage } from "../transcript/index.ts";

/** The facts of a trial for sums and lists, kept beside its conversation so that it is not read. */
export interface TrialMeasurements {
  /** The case's title. */
  title?: string;
  /** Milliseconds of each exchange that was measured. */
  replies: number[];
  usage?: Usage;
  /** Whether a user was simulated, whether it spoiled the conversation, and a hash of all that it said. */
  simulated?: { spoiled: boolean; said?: string };
}

export function measurementsOf({ exchanges, user }: Transcript): TrialMeasurements {
  const usage = addUsage(exchanges.map((exchange) => exchange.usage));
  return {
    replies: exchanges.flatMap(({ replyMs }) => replyMs ?? []),
    ...(usage ? { usage } : {}),
    ...(user ? { simulated: { spoiled: user.faults.length > 0, said: hashOf(exchanges.map(lineOf)) } } : {}),
  };
}

function lineOf({ user }: Transcript["exchanges"][number]): string {
  return user?.content ?? "";
}
