import { Child, CommandText, StderrTail } from "../../../agent/index.ts";
import { isJsonObject, type JsonSchema, type JsonValue, messageOf, redactor, safeLine } from "../../../base/index.ts";
import { currentRules, underWholeRules } from "../../../network/index.ts";
import { workerCommand } from "./python.ts";

type Python = Parameters<typeof workerCommand>[0];

/** One metric on one conversation. */
interface Measuring {
  metric: string;
  options: JsonValue;
  threshold: number;
  transcript: unknown;
  case: unknown;
}

/** What the worker says about a measurement. */
type Measured =
  | {
      type: "results";
      results: { exchange: number | null; score: number; threshold: number; success: boolean; reason: string | null }[];
      /** Why exchanges were left out. */
      missing: string[];
    }
  | { type: "skipped"; reason: string }
  | { type: "error"; message: string };
type Prompt = { type: "prompt"; prompt: string; schema?: JsonSchema };
type Message = (Measured | Prompt) & { id: number };

/** How long the worker may be silent while Viva waits for it; deepeval takes some seconds to load. */
const silenceMs = 300_000;
/** How long an idle worker is kept for the next conversation. */
const idleMs = 10_000;

/** Workers by their Python and suite. A refused connection counts against everything that the worker measures. */
const running = new WeakMap<object, Map<string, Worker>>();
const noRules = {};

/** Has deepeval measure; `answer` answers each of its prompts. Throws if the worker breaks. */
export async function measure(
  python: Python,
  measuring: Measuring,
  answer: (prompt: Prompt) => Promise<string>,
): Promise<Measured> {
  const suite = currentRules()?.whole ?? noRules;
  const ofSuite = running.get(suite) ?? new Map<string, Worker>();
  running.set(suite, ofSuite);
  const key = JSON.stringify(python);
  const worker = ofSuite.get(key) ?? underWholeRules(() => new Worker(python, () => ofSuite.delete(key)));
  ofSuite.set(key, worker);
  const line = worker.join();
  try {
    line.send({ type: "measure", ...measuring });
    for (;;) {
      const message = await line.next();
      if (message.type !== "prompt") return message;
      const text = await answer(message).then(
        (said) => ({ type: "answer", text: said }),
        (error: unknown) => ({ type: "refused", message: messageOf(error) }),
      );
      line.send(text);
    }
  } finally {
    line.leave();
  }
}

class Worker {
  readonly #child: Child;
  readonly #words: CommandText;
  readonly #stderr = new StderrTail();
  readonly #retire: () => void;
  readonly #waiting = new Map<number, PromiseWithResolvers<Message>>();
  #idle: NodeJS.Timeout | undefined;
  #last = 0;
  #broken: Error | undefined;

  /** `retire` is called when nobody uses it any more. */
  constructor(python: Python, retire: () => void) {
    const command = workerCommand(python);
    this.#words = new CommandText(command, command.env.PATH ?? "", redactor(process.env).text);
    this.#retire = retire;
    this.#child = new Child(command, {
      onLine: (line, unreadable) =>
        unreadable ? this.#break(`sent ${unreadable.fault}: ${this.#words.quote(line)}`) : this.#hear(line),
      onStderr: (piece) => this.#stderr.push(piece),
      onEnd: (end) =>
        this.#break(end.kind === "ended" ? end.how : `could not be started: ${safeLine(end.error.message)}`),
    });
    this.#child.unref();
  }

  join(): { send(message: object): void; next(): Promise<Message>; leave(): void } {
    clearTimeout(this.#idle);
    const id = ++this.#last;
    let turn = Promise.withResolvers<Message>();
    const wait = () => {
      turn = Promise.withResolvers<Message>();
      // Nobody may be listening yet when it breaks.
      turn.promise.catch(() => {});
      this.#waiting.set(id, turn);
      if (this.#broken) turn.reject(this.#broken);
    };
    return {
      send: (message) => {
        wait();
        this.#child.send({ ...message, id });
      },
      next: () => {
        // This timer also keeps Viva running while it waits: the worker alone does not.
        const late = setTimeout(() => this.#stuck(), silenceMs);
        return turn.promise.finally(() => clearTimeout(late));
      },
      leave: () => {
        this.#waiting.delete(id);
        if (this.#waiting.size === 0) this.#idle = setTimeout(() => this.#stop(), idleMs).unref();
      },
    };
  }

  #hear(line: string): void {
    const message = read(line);
    if (message) this.#waiting.get(message.id)?.resolve(message);
    else this.#break(`sent a line that is not a message: ${this.#words.quote(line)}`);
  }

  #stuck(): void {
    this.#break(`said nothing for ${silenceMs / 60_000} minutes`);
    this.#child.kill();
  }

  #stop(): void {
    this.#retire();
    void this.#child.stop();
  }

  /** Everyone who waits for this worker gets the error, each for its own score. */
  #break(how: string): void {
    this.#retire();
    const words = this.#words;
    this.#broken ??= new Error(`${words.name} ${how}; ${words.stderr(words.redact(this.#stderr.text))}`);
    for (const { reject } of this.#waiting.values()) reject(this.#broken);
    void this.#child.stop();
  }
}

function read(line: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(line);
    return isJsonObject(message) && typeof message.id === "number" ? (message as unknown as Message) : undefined;
  } catch {
    return undefined;
  }
}
