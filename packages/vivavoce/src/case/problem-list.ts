import type { Problem } from "../base/index.ts";

/** Problems up to a limit, so that a file full of mistakes cannot fill the memory. */
export class ProblemList {
  readonly #limit: number;
  readonly #what: string;
  readonly #problems: Problem[] = [];
  #dropped = 0;

  /** `what` names the problems that are left out, after "and" and their number. */
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

  /** Adds one problem even if that is over the limit. */
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
