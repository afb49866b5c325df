import { AgentFailure, type Session } from "../agent/index.ts";
import { showValue } from "../base/index.ts";
import type { ReplyTimer } from "./reply-timer.ts";

/** How long a session may take to close before nobody waits for it any more. */
const closingMs = 5_000;

/** An agent's session: opened with the first message, so that the time it takes counts, and closed once, come what may. */
export class AgentSession {
  readonly #open: () => Session | Promise<Session>;
  #opening: Promise<Session> | undefined;
  #isOpen = false;

  constructor(open: () => Session | Promise<Session>) {
    this.#open = open;
  }

  async reply(message: string, signal: AbortSignal, timer: ReplyTimer): Promise<void> {
    const opened = this.#opening === undefined;
    this.#opening ??= this.#start();
    const session = await this.#opening;
    // It may have taken so long to open that the exchange is over.
    signal.throwIfAborted();
    timer.handOver({ opened });
    await session.reply(message, signal);
    timer.end();
  }

  /** Never throws: what an agent does when it is let go changes nothing about what it did before. */
  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = undefined;
    if (!opening) return;
    const closed = opening.then((session) => session.close?.()).catch(() => {});
    // One that is still opening is closed when it is done; that is not waited for.
    if (!this.#isOpen) return;
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, closingMs);
    });
    await Promise.race([closed, enough]);
    clearTimeout(timer);
  }

  async #start(): Promise<Session> {
    const session = await this.#open();
    if (typeof session?.reply !== "function") throw new AgentFailure(noSession(session));
    this.#isOpen = true;
    return session;
  }
}

function noSession(returned: unknown): string {
  return `the agent's open() returned ${showValue(returned)}, which is not a session: a session is { async reply(message) { … } }, with close() where there is something to close`;
}
