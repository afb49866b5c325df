import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Budget } from "./budget.ts";

/** A trial that costs so much, from its beginning to its end. */
function play(budget: Budget, cost: number): void {
  const account = budget.begin();
  account.add(cost);
  account.end();
}

describe("a budget", () => {
  test("without a limit is never exhausted, and still adds up", () => {
    const budget = new Budget(undefined);
    play(budget, 1e6);
    expect(budget.exhausted).toBe(false);
    expect(budget.spent).toBe(1e6);
  });

  test("allows the first trial, of which nobody knows the cost", () => {
    expect(new Budget(0.01).exhausted).toBe(false);
  });

  test("ends before the trial that would go beyond it", () => {
    const budget = new Budget(1);
    play(budget, 0.4);
    expect(budget.exhausted).toBe(false);
    play(budget, 0.4);
    expect(budget.exhausted).toBe(true);
    expect(budget.spent).toBeLessThanOrEqual(1);
  });

  test("can be spent to the last cent", () => {
    const budget = new Budget(1);
    for (let trial = 0; trial < 9; trial++) play(budget, 0.1);
    expect(budget.exhausted).toBe(false);
    play(budget, 0.1);
    expect(budget.exhausted).toBe(true);
  });

  test("a call counts at once, whatever becomes of its trial", () => {
    const budget = new Budget(1);
    budget.begin().add(1.5);
    expect(budget.spent).toBe(1.5);
    expect(budget.exhausted).toBe(true);
  });

  test("a call of unknown cost counts as nothing", () => {
    const budget = new Budget(1);
    budget.begin().add(undefined);
    expect(budget.spent).toBe(0);
  });

  test("trials under way are allowed for by what they will still cost", () => {
    const budget = new Budget(1);
    play(budget, 0.3);
    budget.begin();
    expect(budget.exhausted).toBe(false);
    budget.begin();
    expect(budget.exhausted).toBe(true);
  });

  test("what a trial under way has spent already is not expected of it a second time", () => {
    const budget = new Budget(1);
    const accounts = Array.from({ length: 10 }, () => budget.begin());
    for (const account of accounts) account.add(0.01);
    accounts[0]?.end();
    expect(budget.exhausted).toBe(false);
  });

  test("goes on counting where the run was taken up again", () => {
    const budget = new Budget(1, { trials: 2, cost: 0.6 });
    expect(budget.spent).toBe(0.6);
    expect(budget.exhausted).toBe(false);
    play(budget, 0.3);
    expect(budget.exhausted).toBe(true);
    expect(new Budget(1, { trials: 0, cost: 1 }).exhausted).toBe(true);
  });

  test("trials of one cost are never more than the limit has room for, one at a time", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 1, noNaN: true }),
        fc.double({ min: 0.01, max: 5, noNaN: true }),
        (cost, limit) => {
          const budget = new Budget(limit);
          let trials = 0;
          while (!budget.exhausted) {
            play(budget, cost);
            trials += 1;
          }
          // The first one is a leap in the dark; all others keep to the limit.
          if (trials > 1) expect(budget.spent).toBeLessThanOrEqual(limit * (1 + 1e-6));
          expect(trials).toBeGreaterThanOrEqual(Math.max(1, Math.floor((limit / cost) * (1 - 1e-9))));
        },
      ),
    );
  });
});
