import { AgentFailure, type Session } from "../agent/index.ts";
import { showValue, timeLimit } from "../base/index.ts";
import type { ReplyTimer } from "./reply-timer.ts";
import { asBlocker, type BlockedTime } from "./running-trial.ts";

/** How long a session may take to close before nobody waits for it any more. */
const closingMs = 5_000;
/** The same for one that has not even opened in time. */
const openingMs = 500;

/** An agent's session: opened with the first message, so that the time it takes counts, and closed once, come what may. */
export class AgentSession {
  readonly #open: () => Session | Promise<Session>;
  readonly #blocked: BlockedTime;
  #opening: Promise<Session> | undefined;
  #isOpen = false;

  /** `blocked` is where the time goes for which the agent's code keeps the event loop from turning. */
  constructor(open: () => Session | Promise<Session>, blocked: BlockedTime) {
    this.#open = open;
    this.#blocked = blocked;
  }

  async reply(message: string, signal: AbortSignal, timer: ReplyTimer): Promise<void> {
    const opened = this.#opening === undefined;
    this.#opening ??= this.#start();
    const session = await this.#opening;
    // It may have taken so long to open that the exchange is over.
    signal.throwIfAborted();
    timer.handOver({ opened });
    await asBlocker(this.#blocked, () => session.reply(message, signal));
    timer.end();
  }

  /**
   * Never throws: what an agent does when it is let go changes nothing about what it did before. A session that is still
   * opening has been told to stop by its context's signal and is closed when it comes, however late. That is waited for
   * only briefly, and not at all when the run is interrupted.
   */
  async close(signal: AbortSignal): Promise<void> {
    const opening = this.#opening;
    this.#opening = undefined;
    if (!opening) return;
    const closed = opening.then((session) => asBlocker(this.#blocked, () => session.close?.())).catch(() => {});
    if (!this.#isOpen && signal.aborted) return;
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const limit = timeLimit(this.#isOpen ? closingMs : openingMs, resolve);
    await Promise.race([closed, enough]);
    limit.stop();
  }

  async #start(): Promise<Session> {
    const session = await asBlocker(this.#blocked, this.#open);
    if (typeof session?.reply !== "function") throw new AgentFailure(noSession(session));
    this.#isOpen = true;
    return session;
  }
}

function noSession(returned: unknown): string {
  return `the agent's open() returned ${showValue(returned)}, which is not a session: a session is { async reply(message) { … } }, with close() where there is something to close`;
}
