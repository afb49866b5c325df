// Do the intervals of a judge card hold the truth? Made-up runs whose truth is known are labelled by people who follow the
// review queue and stop early.
import { coverageIn, sampledWorlds } from "../packages/vivavoce/src/calibration/sampling.test-helper.ts";
import type { Measurement } from "./measurement.ts";

const reviews = 200;

export async function measure({ seed }: { seed: number }): Promise<Measurement> {
  console.log(`seed ${seed}, ${reviews} reviews a world (--seed N for others); % of intervals that hold the truth`);
  const worst = { share: 1, what: "nothing" };
  for (const [name, world] of Object.entries(sampledWorlds)) {
    const found = Object.entries(coverageIn(world, reviews, seed * reviews));
    const shown = found.map(([figure, { held, of }]) => {
      const share = of === 0 ? 0 : held / of;
      if (share < worst.share) Object.assign(worst, { share, what: `${figure}, ${name}` });
      return `${figure} ${(100 * share).toFixed(1)} (of ${of})`;
    });
    console.log(`  ${name.padEnd(18)} ${shown.join("  ")}`);
  }
  return {
    what: "intervals of judge cards that miss the truth",
    value: 1 - worst.share,
    limit: 0.07,
    detail: `the most: ${worst.what}; ${Object.keys(sampledWorlds).length} worlds`,
  };
}
