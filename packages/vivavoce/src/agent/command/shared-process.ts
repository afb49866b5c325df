import { setTimeout as sleep } from "node:timers/promises";
import { hashOf } from "../../base/index.ts";
import { currentRules, underWholeRules } from "../../network/index.ts";
import { Child, type CommandConnection, type Program } from "./child.ts";
import type { CommandSession } from "./command-session.ts";
import { readMessage } from "./protocol.ts";

/** How long a command may take to answer `close`. */
const closingMs = 2_000;
/** How long an idle process is kept for the next conversation. */
const idleMs = 5_000;

/** Processes by what they run and by suite. A refused connection counts against every conversation of a process. */
const running = new WeakMap<object, Map<string, SharedProcess>>();
const noRules = {};

/** A process for several conversations, each known by its name. If such a process is already running, it is used. */
export function sharedProcess(program: Program, conversation: string, session: CommandSession): CommandConnection {
  const suite = currentRules()?.whole ?? noRules;
  const ofSuite = running.get(suite) ?? new Map<string, SharedProcess>();
  running.set(suite, ofSuite);
  const key = hashOf({ ...program, args: [...program.args] });
  const shared = ofSuite.get(key) ?? underWholeRules(() => new SharedProcess(program, () => ofSuite.delete(key)));
  ofSuite.set(key, shared);
  return shared.join(conversation, session);
}

class SharedProcess {
  readonly #child: Child;
  readonly #leave: () => void;
  readonly #conversations = new Map<string, CommandSession>();
  readonly #past = new Set<string>();
  #idle: NodeJS.Timeout | undefined;

  /** `leave` is called when no further conversation can join. */
  constructor(program: Program, leave: () => void) {
    this.#leave = leave;
    this.#child = new Child(program, {
      onLine: (line, unreadable) => {
        if (unreadable) this.#all((session) => session.onLine(line, unreadable));
        else this.#hear(line);
      },
      onStderr: (piece) => this.#all((session) => session.onStderr(piece)),
      onEnd: (end) => {
        leave();
        this.#all((session) => session.onEnd(end));
      },
    });
    this.#child.unref();
  }

  join(wanted: string, session: CommandSession): CommandConnection {
    clearTimeout(this.#idle);
    let name = wanted;
    for (let nth = 2; this.#conversations.has(name) || this.#past.has(name); nth++) name = `${wanted}-${nth}`;
    this.#conversations.set(name, session);
    const part = () => this.#part(name);
    return {
      send: (message) => this.#child.send({ ...message, conversation: name }),
      // Other conversations still read from it.
      mute: () => {},
      async stop(answered) {
        const enough = new AbortController();
        await Promise.race([answered, sleep(closingMs, undefined, { signal: enough.signal }).catch(() => {})]);
        enough.abort();
        part();
      },
      kill: () => {
        part();
        // A process that does not open a conversation gets no new ones. Those that it has opened may go on.
        if (this.#conversations.size === 0) this.#stop();
      },
    };
  }

  #part(name: string): void {
    this.#conversations.delete(name);
    this.#past.add(name);
    if (this.#conversations.size > 0) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#stop(), idleMs).unref();
  }

  #stop(): void {
    this.#leave();
    void this.#child.stop();
  }

  #hear(line: string): void {
    const message = readMessage(line);
    const name = "type" in message ? (message.conversation ?? "") : "";
    const session = this.#conversations.get(name);
    if (session) session.onLine(line, message);
    // Messages after the end of a conversation belong to nobody.
    else if (!this.#past.has(name)) this.#misheard(line, message);
  }

  #misheard(line: string, message: ReturnType<typeof readMessage>): void {
    const without = 'a message without the "conversation" that it is about (reuse: true)';
    const fault = "fault" in message ? message : { fault: without };
    this.#all((session) => session.onLine(line, fault));
    this.#stop();
  }

  #all(tell: (session: CommandSession) => void): void {
    for (const session of [...this.#conversations.values()]) tell(session);
  }
}
