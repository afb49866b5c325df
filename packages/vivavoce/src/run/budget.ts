/** What one trial that is under way has cost so far. */
export interface TrialAccount {
  /** Every answered call counts at once, whatever becomes of its trial. */
  add(cost: number | undefined): void;
  end(): void;
}

/** What a run may spend. Trials under way, and the next one, are allowed for by what finished ones cost on average. */
export class Budget {
  readonly limit: number | undefined;
  readonly #underWay = new Set<{ cost: number }>();
  #spent: number;
  #finished: { trials: number; cost: number };

  /** `before`: what the run had finished, and what that cost, when it was taken up again. */
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

  /** Whether one more trial would go beyond the limit, as far as anyone can tell. */
  get exhausted(): boolean {
    if (this.limit === undefined) return false;
    const average = this.#finished.trials === 0 ? 0 : this.#finished.cost / this.#finished.trials;
    const stillToCome = [...this.#underWay].reduce((sum, { cost }) => sum + Math.max(0, average - cost), 0);
    // A limit that is met to the cent leaves nothing, although nobody knows yet what a trial costs.
    if (this.#spent >= this.limit) return true;
    return this.#spent + stillToCome + average > this.limit * (1 + 1e-9);
  }
}
