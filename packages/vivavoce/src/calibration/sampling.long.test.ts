import { expect, test } from "vitest";
import { reviewedRun } from "./sampling.test-helper.ts";

test("corrected rates have no bias for raters who follow the queue and stop early", { timeout: 120_000 }, () => {
  const errors = Array.from({ length: 100 }, (_, index) => {
    const { rate, truth } = reviewedRun(index, { size: 1_500, labels: 60 });
    const powered = rate?.corrected.find(({ method }) => method === "PPI++");
    return { corrected: (powered?.value ?? Number.NaN) - truth, reported: (rate?.reported?.value ?? 0) - truth };
  });
  const mean = (of: "corrected" | "reported") => errors.reduce((sum, one) => sum + one[of], 0) / errors.length;
  expect(mean("reported")).toBeLessThan(-0.03);
  // The standard error of this mean is about 0.002.
  expect(Math.abs(mean("corrected"))).toBeLessThan(0.008);
});
