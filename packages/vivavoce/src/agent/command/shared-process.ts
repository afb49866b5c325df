import { setTimeout as sleep } from "node:timers/promises";
import { hashOf } from "../../base/index.ts";
import { currentRules, underWholeRules } from "../../network/index.ts";
import type { CommandConnection, Hearing } from "./child.ts";
import { Child, type Program } from "./child.ts";
import { readMessage } from "./protocol.ts";

/** How long a command may take to answer `close`. */
const closingMs = 2_000;
/** How long an idle process is kept for the next conversation. */
const idleMs = 5_000;

/** Processes by what they run and by suite. A refused connection counts against every conversation of a process. */
const running = new WeakMap<object, Map<string, SharedProcess>>();
const noRules = {};

/** A process for several conversations, each known by its name. If such a process is already running, it is used. */
export function sharedProcess(program: Program, conversation: string, hearing: Hearing): CommandConnection {
  const suite = currentRules()?.whole ?? noRules;
  const ofSuite = running.get(suite) ?? new Map<string, SharedProcess>();
  running.set(suite, ofSuite);
  const key = hashOf({ ...program, args: [...program.args] });
  const shared = ofSuite.get(key) ?? underWholeRules(() => new SharedProcess(program, () => ofSuite.delete(key)));
  ofSuite.set(key, shared);
  return shared.join(conversation, hearing);
}

class SharedProcess {
  readonly #child: Child;
  readonly #leave: () => void;
  readonly #conversations = new Map<string, Hearing>();
  readonly #past = new Set<string>();
  #idle: NodeJS.Timeout | undefined;

  /** `leave` is called when no further conversation can join. */
  constructor(program: Program, leave: () => void) {
    this.#leave = leave;
    this.#child = new Child(program, {
      onLine: (line) => this.#hear(line),
      onFault: (fault) => this.#all((hearing) => hearing.cannotRead(fault)),
      onStderr: (piece) => this.#all((hearing) => hearing.stderr(piece)),
      onEnd: (end) => this.#all((hearing) => hearing.ended(end), leave),
    });
    this.#child.unref();
  }

  join(wanted: string, hearing: Hearing): CommandConnection {
    clearTimeout(this.#idle);
    let name = wanted;
    for (let nth = 2; this.#conversations.has(name) || this.#past.has(name); nth++) name = `${wanted}-${nth}`;
    this.#conversations.set(name, hearing);
    const part = () => this.#part(name);
    return {
      send: (message) => this.#child.send({ ...message, conversation: name }),
      // Other conversations still read from it.
      mute: () => {},
      async close(answered) {
        const enough = new AbortController();
        await Promise.race([answered, sleep(closingMs, undefined, { signal: enough.signal }).catch(() => {})]);
        enough.abort();
        part();
      },
      abandon: () => {
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
    const hearing = this.#conversations.get(name);
    if (hearing) hearing.hear(line, message);
    // Messages after the end of a conversation belong to nobody.
    else if (!this.#past.has(name)) this.#misheard(line, message);
  }

  #misheard(line: string, message: ReturnType<typeof readMessage>): void {
    const without = 'a message without the "conversation" that it is about (reuse: true)';
    const fault = "fault" in message ? message : { fault: without };
    this.#all((hearing) => hearing.hear(line, fault));
    this.#stop();
  }

  #all(tell: (hearing: Hearing) => void, first = () => {}): void {
    first();
    for (const hearing of [...this.#conversations.values()]) tell(hearing);
  }
}
