import { mulberry32 } from "../base/index.ts";
import { agreementFigures } from "./agreement-figures.ts";
import { correctedRate } from "./corrected-rate.ts";
import { drawnItems } from "./items.test-helper.ts";

/** How many of these sets of labels give an interval that holds the truth, by figure: [held, of]. */
export function coverage(seeds: number): Record<string, [held: number, of: number]> {
  const held: Record<string, [number, number]> = {};
  const note = (name: string, truth: number, interval: { lo: number; hi: number }) => {
    const [before, of] = held[name] ?? [0, 0];
    held[name] = [before + (interval.lo <= truth && truth <= interval.hi ? 1 : 0), of + 1];
  };
  for (let seed = 1; seed <= seeds; seed += 1) {
    const shape = seed % 2 === 0 ? { cases: 40, per: 1, alike: 0 } : { cases: 20, per: 4, alike: 0.6 };
    const { kappa, agreement } = agreementFigures(drawnItems({ ...judge, ...shape }, seed));
    if (kappa.kind === "known") note("kappa", kappaOfJudge, kappa);
    if (agreement.kind === "known") note("agreement", agree, agreement);
    const run = drawnItems({ ...judge, cases: 150, per: 2, alike: 0.5 }, seed + 50_000);
    const random = mulberry32(seed);
    const labels = run.filter(() => random() < 0.35).map((item) => ({ ...item, weight: 1 / 0.35, inRun: true }));
    for (const one of correctedRate("r1", run, labels).corrected) note(one.method, judge.passes, one);
  }
  return held;
}

const judge = { passes: 0.7, tpr: 0.9, tnr: 0.8 };
const agree = 0.7 * 0.9 + 0.3 * 0.8;
const passed = 0.7 * 0.9 + 0.3 * 0.2;
const chance = 0.7 * passed + 0.3 * (1 - passed);
const kappaOfJudge = (agree - chance) / (1 - chance);
