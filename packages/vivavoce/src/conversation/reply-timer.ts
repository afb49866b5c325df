import { setImmediate } from "node:timers";
import type { MeasuredTimes } from "../model/index.ts";

/** Others may hold up a reply for this long before its times say nothing about it any more. */
const mostLostMs = 250;

/**
 * Times one reply. The first word counts where the agent streams: where the event loop turns at least once between its
 * first text and the end of the reply. A text recorded in the same turn as the end came whole, so nobody could have
 * heard its beginning any earlier.
 */
export class ReplyTimer {
  readonly #now: () => number;
  readonly #lostMs: () => number;
  readonly #begun: number;
  readonly #lostBefore: number;
  #opened = false;
  #handedOver: number | undefined;
  #firstText: number | undefined;
  #streams = false;
  #done: MeasuredTimes | undefined;
  #heldUp = false;

  /** `lostMs` counts the time for which others kept the event loop from turning. */
  constructor(now: () => number, lostMs = () => 0) {
    this.#now = now;
    this.#lostMs = lostMs;
    this.#begun = now();
    this.#lostBefore = lostMs();
  }

  /** The agent is given the user's line; `opened`, where its session had to be opened first. */
  handOver({ opened }: { opened: boolean }): void {
    this.#opened = opened;
    this.#handedOver = this.#now();
  }

  /** The agent records a text. What it says while it opens is not an answer to the line. */
  said(text: string): void {
    if (this.#handedOver === undefined || this.#firstText !== undefined || text.trim() === "") return;
    this.#firstText = this.#now();
    setImmediate(() => {
      this.#streams = this.#done === undefined;
    });
  }

  /** The reply has come to its end by itself. */
  end(): void {
    const from = this.#handedOver ?? this.#begun;
    const firstWord = this.#streams && this.#firstText !== undefined ? { firstWordMs: this.#firstText - from } : {};
    const open = this.#opened ? { openMs: from - this.#begun } : {};
    this.#heldUp = this.#lostMs() - this.#lostBefore >= mostLostMs;
    this.#done = { ...open, ...firstWord, replyMs: this.#now() - from };
  }

  /** Whether the event loop stood still meanwhile through no fault of the agent: then nobody knows how long it took. */
  get heldUp(): boolean {
    return this.#heldUp;
  }

  /** What was measured; nothing where the reply did not come to its end. */
  get times(): MeasuredTimes {
    return this.#done ?? {};
  }
}
