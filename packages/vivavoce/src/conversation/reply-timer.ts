import { setImmediate } from "node:timers";
import type { MeasuredTimes } from "../model/index.ts";

/** If others hold up a reply for longer than this, its times are not recorded. */
const mostLostMs = 250;

/**
 * Times one reply. The first word is measured if the agent streams, that is, if the event loop turns at least once between
 * its first text and the end of the reply. A text that is recorded in the same turn as the end came whole, so nobody could
 * have heard its beginning earlier.
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
  #turn: NodeJS.Immediate | undefined;
  #done: MeasuredTimes | undefined;
  /** Whether others blocked the event loop meanwhile, so that the time is unknown. */
  heldUp = false;

  /** `lostMs` counts the time for which others blocked the event loop. */
  constructor(now: () => number, lostMs = () => 0) {
    this.#now = now;
    this.#lostMs = lostMs;
    this.#begun = now();
    this.#lostBefore = lostMs();
  }

  /** The agent gets the user's line; `opened` says that its session had to be opened first. */
  handOver({ opened }: { opened: boolean }): void {
    this.#opened = opened;
    this.#handedOver = this.#now();
  }

  /** The agent records a text. What it says while it opens does not answer the line. */
  said(text: string): void {
    if (this.#handedOver === undefined || this.#firstText !== undefined || text.trim() === "") return;
    this.#firstText = this.#now();
    this.#turn = setImmediate(() => {
      this.#streams = this.#done === undefined;
    });
  }

  /** The reply has ended by itself. */
  end(): void {
    // It would keep the whole conversation in memory, and many conversations may end before the event loop turns.
    clearImmediate(this.#turn);
    const from = this.#handedOver ?? this.#begun;
    const firstWord = this.#streams && this.#firstText !== undefined ? { firstWordMs: this.#firstText - from } : {};
    const open = this.#opened ? { openMs: from - this.#begun } : {};
    this.heldUp = this.#lostMs() - this.#lostBefore >= mostLostMs;
    this.#done = { ...open, ...firstWord, replyMs: this.#now() - from };
  }

  /** What was measured; nothing if the reply did not end by itself. */
  get times(): MeasuredTimes {
    return this.#done ?? {};
  }
}
