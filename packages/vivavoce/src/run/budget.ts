/** What a run may spend. Trials in flight are allowed for by what finished ones cost on average. */
export class Budget {
  readonly limit: number | undefined;
  #spent = 0;
  #finished = 0;
  #inFlight = 0;

  constructor(limit: number | undefined) {
    this.limit = limit;
  }

  get spent(): number {
    return this.#spent;
  }

  /** Every answered call counts at once, whatever becomes of its trial. */
  add(cost: number | undefined): void {
    this.#spent += cost ?? 0;
  }

  begin(): void {
    this.#inFlight += 1;
  }

  end(): void {
    this.#inFlight -= 1;
    this.#finished += 1;
  }

  /** Whether one more trial could go beyond the limit, as far as anyone can tell. */
  get exhausted(): boolean {
    if (this.limit === undefined) return false;
    const perTrial = this.#finished === 0 ? 0 : this.#spent / this.#finished;
    return this.#spent + perTrial * (this.#inFlight + 1) > this.limit;
  }
}
