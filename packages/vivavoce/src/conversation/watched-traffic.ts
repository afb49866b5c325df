import { AgentFailure } from "../agent/index.ts";
import type { CallRecord, Model, Role, Traffic } from "../model/index.ts";

/** What the models did in one exchange. */
export interface ModelActivity {
  calls: number;
  /** The last call to end, where it failed: an agent that hides it still has no answer to be judged by. */
  failure: unknown;
}

/**
 * An agent's models with an eye on them: counts the calls of the current exchange, ends the ones beyond the limit,
 * and remembers a failure that the agent may have swallowed.
 */
export class WatchedTraffic {
  readonly #traffic: Traffic;
  readonly #maxCalls: number;
  #activity: ModelActivity = { calls: 0, failure: undefined };
  #seen = 0;

  constructor(traffic: Traffic, maxCalls: number) {
    this.#traffic = traffic;
    this.#maxCalls = maxCalls;
  }

  /** Starts a new exchange. */
  begin(): void {
    this.#activity = { calls: 0, failure: undefined };
    this.#seen = this.#traffic.records().length;
  }

  get activity(): ModelActivity {
    return this.#activity;
  }

  /** The calls answered for one role since `begin`. */
  records(role: Role): CallRecord[] {
    return this.#traffic
      .records()
      .slice(this.#seen)
      .filter((record) => record.role === role);
  }

  model(name: string, signal: () => AbortSignal): Model {
    const model = this.#traffic.model("agent", name === "agent" ? "" : name);
    return {
      id: model.id,
      call: async (request, options) => {
        const activity = this.#activity;
        if (activity.calls >= this.#maxCalls) {
          throw new AgentFailure(`more than ${this.#maxCalls} model calls in one exchange`, "call-limit");
        }
        activity.calls += 1;
        try {
          const answer = await model.call(request, { signal: options?.signal ?? signal() });
          activity.failure = undefined;
          return answer;
        } catch (error) {
          activity.failure = error;
          throw error;
        }
      },
    };
  }
}
