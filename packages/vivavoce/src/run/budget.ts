/** The cost so far of one trial that is under way. */
interface TrialAccount {
  /** Every answered call counts at once, whatever happens to its trial. */
  add(cost: number | undefined): void;
  end(): void;
}

/** A run's budget. Trials under way, and the next one, are expected to cost as much as finished ones on average. */
export class Budget {
  readonly limit: number | undefined;
  readonly #underWay = new Set<{ cost: number }>();
  #spent: number;
  #finished: { trials: number; cost: number };

  /** `before`: the trials that the run had finished when it was resumed, and their cost. */
  constructor(limit: number | undefined, before = { trials: 0, cost: 0 }) {
    this.limit = limit;
    this.#spent = before.cost;
    this.#finished = before;
  }

  get spent(): number {
    return this.#spent;
  }

  begin(): TrialAccount {
    const account = { cost: 0 };
    this.#underWay.add(account);
    return {
      add: (cost = 0) => {
        this.#spent += cost;
        account.cost += cost;
      },
      end: () => {
        this.#underWay.delete(account);
        this.#finished = { trials: this.#finished.trials + 1, cost: this.#finished.cost + account.cost };
      },
    };
  }

  /** Whether one more trial would probably exceed the limit. */
  get exhausted(): boolean {
    if (this.limit === undefined) return false;
    const average = this.#finished.trials === 0 ? 0 : this.#finished.cost / this.#finished.trials;
    const stillToCome = [...this.#underWay].reduce((sum, { cost }) => sum + Math.max(0, average - cost), 0);
    // If the limit is used up exactly, nothing is left, even if the cost of a trial is not known yet.
    if (this.#spent >= this.limit) return true;
    return this.#spent + stillToCome + average > this.limit * (1 + 1e-9);
  }
}
