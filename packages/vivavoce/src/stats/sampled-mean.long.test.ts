import { expect, test } from "vitest";
import { mulberry32 } from "../base/index.ts";
import { bothSides } from "./bound/bounds.ts";
import { missedBy } from "./sampled-mean.test-helper.ts";

const plans = 600;
/** 5 %, and three standard errors of a simulated share that is just 5 %. */
const most = plans * 0.05 + 3 * Math.sqrt(plans * 0.05 * 0.95);

test.each([
  { of: 40, rate: 0.5 },
  { of: 150, rate: 0.9 },
  { of: 150, rate: 0.98 },
  { of: 60, rate: 0.8, sizes: [1, 1, 8, 3] },
])("looking after every unit, the interval misses the mean in at most 5 % of plans: %o", (world) => {
  expect(missedBy({ random: mulberry32(11), plans, ...world })).toBeLessThanOrEqual(most);
});

test.each([0.8, 0.95])(
  "with a drop of just the margin, looking after every case passes in one run of 20 at most (rate %d)",
  (rate) => {
    const random = mulberry32(3);
    let passes = 0;
    for (let run = 0; run < plans; run += 1) {
      const drawn: { value: number; size: number; count: number }[] = [];
      for (let seen = 0; seen < 200; seen += 1) {
        const [before, after] = [random() < rate, random() < rate - 0.1];
        drawn.push({ value: Number(after) - Number(before), size: 1, count: 1 });
        if (bothSides(drawn, [-1, 1], { largest: 1 }).below.chance(-0.1) >= 0.05) continue;
        passes += 1;
        break;
      }
    }
    expect(passes).toBeLessThanOrEqual(most);
  },
);
