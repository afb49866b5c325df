import { AgentFailure, type Session } from "../agent/index.ts";
import { InfrastructureError, isPromise, showValue, timeLimit } from "../base/index.ts";
import { lacking } from "../case/index.ts";
import { type Ability, neededAbilities, type SaidLine } from "../shape/index.ts";
import type { Heard } from "./heard-words.ts";
import type { ReplyTimer } from "./reply-timer.ts";
import { asBlocker } from "./running-trial.ts";
import type { Scene } from "./scene.ts";

/** How long Viva waits for a session to close. */
const closingMs = 5_000;
/** The same for a session that did not open in time. */
const openingMs = 500;

/** What a session is asked to handle. */
type Handover =
  | { kind: "greet" }
  | { kind: "reply"; message: string }
  | { kind: "interrupt"; message: string; heard: string }
  | { kind: "silence"; milliseconds: number };

/** The user's line, as the session gets it; without one, the agent speaks first. */
export function handoverOf(line: SaidLine | undefined, heard: Heard | undefined): Handover {
  if (!line) return { kind: "greet" };
  const { content: message, silence, interrupts } = line;
  if (silence !== undefined) return { kind: "silence", milliseconds: silence };
  return interrupts ? { kind: "interrupt", message, heard: heard?.text ?? "" } : { kind: "reply", message };
}

/** An agent's session. It is opened with the first message, so that opening counts as time, and always closed once. */
export class AgentSession {
  readonly #scene: Scene;
  readonly #open: () => Session | Promise<Session>;
  #opening: Promise<Session> | undefined;
  #session: Session | undefined;

  constructor(scene: Scene, open: () => Session | Promise<Session>) {
    this.#scene = scene;
    this.#open = open;
  }

  /** Whether the session can do this; false as long as it has not opened. */
  can(ability: Ability): boolean {
    return typeof this.#session?.[ability] === "function";
  }

  async work(handover: Handover, signal: AbortSignal, timer: ReplyTimer): Promise<void> {
    const opened = this.#opening === undefined;
    this.#opening ??= this.#start();
    const session = this.#session ?? (await this.#opening);
    // This is the suite's fault, not the agent's: the session cannot take such a line.
    const missing = neededAbilities(this.#scene.testCase).find((ability) => !this.can(ability));
    if (missing) throw new InfrastructureError(lacking(missing));
    // If the session opened slowly, the exchange may already be over.
    signal.throwIfAborted();
    timer.handOver({ opened });
    const handed = asBlocker(this.#scene.blocked, () => handOver(session, handover, signal));
    const returned: unknown = isPromise(handed) ? await handed : handed;
    if (returned !== undefined && returned !== null) throw new AgentFailure(notHeard(handover.kind, returned));
    timer.end();
  }

  /** Whether there is anything to close: most sessions have no `close`. */
  get isClosable(): boolean {
    return this.#opening !== undefined && (this.#session === undefined || this.#session.close !== undefined);
  }

  /**
   * Never throws, because closing changes nothing about what the agent did before. A session that is still opening has been
   * told to stop by its context's signal, and is closed once it has opened. Viva waits only briefly for that, and not at all
   * if the run is interrupted.
   */
  async close(signal: AbortSignal): Promise<void> {
    const opening = this.#opening;
    this.#opening = undefined;
    if (!opening) return;
    const closed = opening.then((session) => asBlocker(this.#scene.blocked, () => session.close?.())).catch(() => {});
    const isOpen = this.#session !== undefined;
    if (!isOpen && signal.aborted) return;
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const limit = timeLimit(isOpen ? closingMs : openingMs, resolve);
    await Promise.race([closed, enough]);
    limit.stop();
  }

  async #start(): Promise<Session> {
    const opening = asBlocker(this.#scene.blocked, this.#open);
    const session = isPromise(opening) ? await opening : opening;
    if (typeof session?.reply !== "function") throw new AgentFailure(noSession(session));
    this.#session = session;
    return session;
  }
}

function handOver(session: Session, handover: Handover, signal: AbortSignal): unknown {
  switch (handover.kind) {
    case "greet":
      return session.greet?.(signal);
    case "silence":
      return session.silence?.(handover.milliseconds, signal);
    case "interrupt":
      return session.interrupt?.(handover.message, handover.heard, signal);
    case "reply":
      return session.reply(handover.message, signal);
  }
}

/** If its words were dropped, the agent would be scored for a silence that is not its own. */
function notHeard(method: Handover["kind"], returned: unknown): string {
  return `the session's ${method}() returned ${showValue(returned)}, which nobody hears: what an agent says is told with context.record({ type: "text", text }), or returned by a function that is made an agent with functionAgent()`;
}

function noSession(returned: unknown): string {
  return `the agent's open() returned ${showValue(returned)}, which is not a session: a session is { async reply(message) { … } }, with close() where there is something to close`;
}
