import { type Dialect, type ModelAnswer, type ModelToolCall, outageIn } from "../model/index.ts";

/** What stands in the piece of a stream that says how the answer ended, in any dialect. */
const endSign = /finish_reason"\s*:\s*"|\[DONE\]|"stop_reason"\s*:\s*"|message_stop|response\.(?:completed|incomplete)/;

/**
 * Tells of the tool calls in one answer before its client reads the end: the client may run them at once, while the
 * connection to the provider is still open, or stop reading there.
 */
export class AnswerCalls {
  readonly #dialect: Dialect | undefined;
  readonly #see: (call: ModelToolCall) => void;
  readonly #pieces: string[] = [];
  #isSeen = false;
  #fault: { error: unknown } | undefined;

  constructor(dialect: Dialect | undefined, see: (call: ModelToolCall) => void) {
    this.#dialect = dialect;
    this.#see = see;
  }

  /** The next piece of a stream, which the client has not got yet. */
  add(piece: string): void {
    if (!this.#dialect || this.#isSeen) return;
    this.#pieces.push(piece);
    if (!endSign.test(piece)) return;
    const answer = this.#dialect.readEvents(this.#pieces);
    if (outageIn(answer) !== undefined) return;
    try {
      this.whole(answer);
    } catch (error) {
      // Nobody could catch it here, in the middle of the stream.
      this.#fault = { error };
    }
  }

  /** The whole answer has come. Throws if there are too many calls. */
  whole({ toolCalls }: Pick<ModelAnswer, "toolCalls">): void {
    if (this.#fault) throw this.#fault.error;
    if (this.#isSeen) return;
    this.#isSeen = true;
    for (const call of toolCalls) this.#see(call);
  }

  /** The client stopped reading on its own. It may still run what it has read of the answer, but no call that is cut off. */
  stopped(): void {
    if (!this.#dialect || this.#isSeen || this.#pieces.length === 0) return;
    const { toolCalls } = this.#dialect.readEvents(this.#pieces);
    this.whole({ toolCalls: toolCalls.filter((call, index) => index < toolCalls.length - 1 || isComplete(call)) });
  }
}

/** Arguments that are cut off are not JSON. None at all may be those of a call that has only begun. */
function isComplete({ arguments: given }: ModelToolCall): boolean {
  return typeof given !== "string" && Object.keys(given).length > 0;
}
