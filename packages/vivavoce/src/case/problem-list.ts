import type { Problem } from "../base/index.ts";

/** Problems up to a limit, so that a file that is wrong from start to end cannot fill the memory. */
export class ProblemList {
  readonly #limit: number;
  readonly #what: string;
  readonly #problems: Problem[] = [];
  #dropped = 0;

  /** `what` says what is left out, after the word "and". */
  constructor(limit: number, what: string) {
    this.#limit = limit;
    this.#what = what;
  }

  get full(): boolean {
    return this.#problems.length >= this.#limit;
  }

  add(problem: Problem): void {
    if (this.full) this.#dropped++;
    else this.#problems.push(problem);
  }

  /** One more, though it be over the limit. */
  addLast(problem: Problem): void {
    this.#problems.push(problem);
  }

  /** All that were kept, and a last one that counts the others. */
  get all(): readonly Problem[] {
    return this.#dropped === 0
      ? this.#problems
      : [...this.#problems, { message: `and ${this.#dropped} ${this.#what}` }];
  }
}
