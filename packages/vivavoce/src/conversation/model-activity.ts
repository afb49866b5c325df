import type { AgentFailure } from "../agent/index.ts";
import type { Stopwatch } from "../base/index.ts";

/** What a call asks for: words, vectors, or which models there are. */
export type AskedFor = "answer" | "embedding" | "list";

export interface FailedAsk {
  asked: AskedFor;
  error: unknown;
}

/** What the models did in one exchange. */
export interface ModelActivity {
  calls: number;
  /** The calls that failed and that no later answer made good: an agent that hides one has no answer to be judged by. */
  failures: Set<FailedAsk>;
  /** Set once there were too many calls, whether or not the agent caught what was thrown at it. */
  overrun: AgentFailure | undefined;
  /** Told of a call beyond the limit. */
  readonly overran: () => void;
  /** The calls that are under way. */
  pending: Set<Stopwatch>;
  /** The longest wait for a call that was cut off unanswered, in milliseconds. */
  cutOffMs: number;
  /** A call was cancelled when it was under way, so that what it used up is not known. */
  cutOff: boolean;
}

export function noActivity(overran = () => {}): ModelActivity {
  return { calls: 0, failures: new Set(), overrun: undefined, overran, pending: new Set(), cutOffMs: 0, cutOff: false };
}

/**
 * Notes the outage of a call, or what its answer makes good: failures of calls for the same that had ended when it began.
 * One that was under way beside it, or asked for something else, is still missing.
 */
export function beginCall({ failures }: ModelActivity, asked: AskedFor) {
  const before = [...failures].filter((failed) => failed.asked === asked || failed.asked === "list");
  return {
    failed: (error: unknown) => void failures.add({ asked, error }),
    answered() {
      for (const failed of before) failures.delete(failed);
    },
  };
}

/** The latest failure of a model that counts. */
export function failureIn({ failures }: ModelActivity): unknown {
  return [...failures].at(-1)?.error;
}
