import { stopwatch } from "../base/index.ts";
import type { ConversationLimits } from "./limits.ts";
import type { BlockedTime } from "./running-trial.ts";

/** The time of one conversation, without the time for which others blocked the event loop. */
export class ConversationTime {
  /** For how long the agent's own code blocked the event loop. */
  readonly blocked: BlockedTime = { milliseconds: 0 };
  readonly #limits: ConversationLimits;
  readonly #waitedMs: () => number;
  readonly #watch = stopwatch(() => this.blocked.milliseconds);

  /** `waitedMs` is how long its calls have waited for their turn, which does not count either. */
  constructor(limits: ConversationLimits, waitedMs: () => number = () => 0) {
    this.#limits = limits;
    this.#waitedMs = waitedMs;
  }

  /** The time that others have taken so far. */
  readonly lostMs = (): number => this.#watch.lostMs();

  /** How long the next exchange may take, and the limit in words. */
  left(): { milliseconds: number; timeLimit: string } {
    const { exchangeMs, conversationMs } = this.#limits;
    const left = conversationMs - this.#watch.usedMs() + this.#waitedMs();
    if (left < exchangeMs) {
      return { milliseconds: left, timeLimit: `the conversation took longer than ${conversationMs / 1000} s` };
    }
    return { milliseconds: exchangeMs, timeLimit: `the exchange took longer than ${exchangeMs / 1000} s` };
  }

  end(): void {
    this.#watch.stop();
  }
}
