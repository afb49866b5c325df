import type { AgentFailure } from "../agent/index.ts";
import type { Stopwatch } from "../base/index.ts";

/** What the models did in one exchange. */
export interface ModelActivity {
  calls: number;
  /** The last call to end, where it failed: an agent that hides it still has no answer to be judged by. */
  failure: unknown;
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
  return { calls: 0, failure: undefined, overrun: undefined, overran, pending: new Set(), cutOffMs: 0, cutOff: false };
}
