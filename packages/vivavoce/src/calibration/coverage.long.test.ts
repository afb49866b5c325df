import { expect, test } from "vitest";
import { coverage } from "./coverage.test-helper.ts";

test("the intervals of a card hold the truth in at least 95 of 100 sets of labels", () => {
  const found = coverage(200);
  expect(Object.keys(found).sort()).toEqual(["PPI++", "Rogan-Gladen", "agreement", "kappa"]);
  for (const [name, [held, of]] of Object.entries(found)) {
    expect(of, name).toBeGreaterThan(175);
    expect(held / of, name).toBeGreaterThanOrEqual(0.95);
  }
});
