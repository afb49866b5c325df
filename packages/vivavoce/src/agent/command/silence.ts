import { stopwatch } from "../../base/index.ts";

/** Which wait is over: for the first event of an exchange, or for the next. */
export type Wait = "first" | "idle";

/**
 * Fires if a command is silent for too long. Time in which Viva itself was blocked, or was answering the command, does not
 * count.
 */
export class Silence {
  readonly #limits: Readonly<Record<Wait, number>>;
  readonly #isAnswering: () => boolean;
  readonly #strike: (wait: Wait) => void;
  readonly #watch = stopwatch();
  #wait: Wait = "first";
  #since = 0;
  #timer: NodeJS.Timeout;

  constructor(limits: Readonly<Record<Wait, number>>, isAnswering: () => boolean, strike: (wait: Wait) => void) {
    this.#limits = limits;
    this.#isAnswering = isAnswering;
    this.#strike = strike;
    this.#timer = setTimeout(this.#look, limits.first);
  }

  /** The command has sent something, or was sent an answer. */
  broken(): void {
    this.#since = this.#watch.usedMs();
    if (this.#wait === "idle") return;
    this.#wait = "idle";
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#look, this.#limits.idle);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#watch.stop();
  }

  readonly #look = (): void => {
    if (this.#isAnswering()) this.#since = this.#watch.usedMs();
    const left = this.#limits[this.#wait] - (this.#watch.usedMs() - this.#since);
    if (left < 1) this.#strike(this.#wait);
    else this.#timer = setTimeout(this.#look, left);
  };
}
