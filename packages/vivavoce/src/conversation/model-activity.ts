import type { AgentFailure } from "../agent/index.ts";
import type { Stopwatch } from "../base/index.ts";

/** What a call asks for: text, embeddings, or the list of models. */
export type AskedFor = "answer" | "embedding" | "list";

/** What the models did in one exchange. */
export interface ModelActivity {
  calls: number;
  /** Failed calls that no later answer replaced. If the agent hides one, it still cannot be judged. */
  failures: Set<{ asked: AskedFor; error: unknown }>;
  /** Set once there were too many calls, even if the agent caught the error. */
  overrun: AgentFailure | undefined;
  /** Called for a call over the limit. */
  readonly overran: () => void;
  pending: Set<Stopwatch>;
  /** The longest wait for a call that was cut off unanswered, in milliseconds. */
  cutOffMs: number;
  /** A call was cancelled under way, so its usage is unknown. */
  cutOff: boolean;
}

export function noActivity(overran = () => {}): ModelActivity {
  return { calls: 0, failures: new Set(), overrun: undefined, overran, pending: new Set(), cutOffMs: 0, cutOff: false };
}

/**
 * Notes the outage of a call. An answer replaces earlier failures of the same kind that had ended before it began, but
 * not failures of calls that ran at the same time or asked for something else.
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
