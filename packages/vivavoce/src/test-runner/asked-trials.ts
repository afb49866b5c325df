import type { PlannedTrial } from "../run/index.ts";

/** Trials in the order in which tests ask for them; the list ends when no more tests will come. */
export class AskedTrials implements AsyncIterable<PlannedTrial> {
  readonly #waiting: PlannedTrial[] = [];
  #isOver = false;
  #wake = () => {};

  add(trial: PlannedTrial): void {
    this.#waiting.push(trial);
    this.#wake();
  }

  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<PlannedTrial> {
    while (true) {
      const next = this.#waiting.shift();
      if (next) yield next;
      else if (this.#isOver) return;
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}
