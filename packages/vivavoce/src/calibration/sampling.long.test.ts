import { expect, test } from "vitest";
import { coverageIn, reviewedRun, sampledWorlds } from "./sampling.test-helper.ts";

test("corrected rates have no bias for raters who follow the queue and stop early", () => {
  const world = {
    cases: 1_500,
    passes: 0.95,
    errs: [0.01, 0.01],
    disputed: 0.05,
    errsDisputed: 0.8,
    labels: 60,
  } as const;
  const errors = Array.from({ length: 100 }, (_, index) => {
    const { part, truth } = reviewedRun(index, world);
    const powered = part?.rate?.corrected.find(({ method }) => method === "PPI++");
    const reported = part?.rate?.reported?.value ?? 0;
    return { corrected: (powered?.value ?? Number.NaN) - truth.rate, reported: reported - truth.rate };
  });
  const mean = (of: "corrected" | "reported") => errors.reduce((sum, one) => sum + one[of], 0) / errors.length;
  expect(mean("reported")).toBeLessThan(-0.03);
  // The standard error of this mean is about 0.002.
  expect(Math.abs(mean("corrected"))).toBeLessThan(0.008);
});

test.each(Object.keys(sampledWorlds))(
  "a card's intervals hold the truth in 93 of 100 reviews by the queue: %s",
  (name) => {
    const world = sampledWorlds[name];
    for (const [figure, { held, of }] of Object.entries(world ? coverageIn(world, 100) : {})) {
      expect(of, figure).toBeGreaterThan(50);
      expect(held / of, figure).toBeGreaterThanOrEqual(0.93);
    }
  },
);
