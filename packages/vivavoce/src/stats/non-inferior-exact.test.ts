import { expect, test } from "vitest";
import { logGamma } from "./distributions/incomplete-beta.ts";
import { nonInferiorMean } from "./non-inferior-mean.ts";

/** For pass or fail every outcome can be weighed: how likely is each number of wins and losses, and what is its verdict? */
function chancesOfVerdicts(n: number, margin: number, winning: number): { pass: number; fail: number } {
  const losing = winning + margin;
  const log = (count: number, chance: number) => (count === 0 ? 0 : count * Math.log(chance) - logGamma(count + 1));
  const chances = { pass: 0, fail: 0, inconclusive: 0 };
  for (let wins = 0; wins <= (winning > 0 ? n : 0); wins += 1) {
    for (let losses = 0; wins + losses <= n; losses += 1) {
      const ties = n - wins - losses;
      const chance = Math.exp(
        logGamma(n + 1) + log(wins, winning) + log(losses, losing) + log(ties, Math.max(0, 1 - winning - losing)),
      );
      if (chance < 1e-6) continue;
      const differences = Array.from({ length: n }, (_, index) => (index < wins ? 1 : index < wins + losses ? -1 : 0));
      chances[nonInferiorMean(differences, { margin })?.verdict ?? "inconclusive"] += chance;
    }
  }
  return chances;
}

// Two identical runs of 5 cases once passed "with 95 % confidence", wrongly in up to 77 %.
test("worse by just the margin, a pass and a fail are each wrong in at most 5 %, computed exactly", () => {
  for (const n of [2, 5, 6, 14, 29, 30, 59, 60, 69, 100]) {
    for (const margin of [0.05, 0.2]) {
      for (const winning of [0, 0.01, 0.1, 0.4]) {
        const { pass, fail } = chancesOfVerdicts(n, margin, winning);
        expect(pass, `pass, n ${n}, margin ${margin}, ${winning} win`).toBeLessThan(0.05);
        expect(fail, `fail, n ${n}, margin ${margin}, ${winning} win`).toBeLessThan(0.05);
      }
    }
  }
});
