import { expect, test } from "vitest";
import { coverageIn, reviewedRun, sampledWorlds } from "./sampling.test-helper.ts";

const world = (name: string) => sampledWorlds[name] ?? { cases: 0, passes: 0, errs: [0, 0], labels: 0 };

test.each(["some disputed", "much disputed", "repeats of a case"])(
  "a card's intervals hold the truth for people who follow the queue; `npm run bench -- judge-cards` tries more: %s",
  (name) => {
    const found = coverageIn(world(name), 8);
    for (const [figure, { held, of }] of Object.entries(found))
      expect([figure, held >= of - 1]).toEqual([figure, true]);
    expect(found.kappa.of).toBe(8);
  },
);

test("what was picked because somebody disagrees enters no figure, and is listed", () => {
  const { card, part } = reviewedRun(3, world("much disputed"));
  expect(card.chosen).toBeGreaterThan(40);
  const counted = Object.values(part?.confusion ?? {}).flatMap((row) => Object.values(row));
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(card.compared - card.chosen);
  expect(part?.n).toBe(card.compared - card.chosen);
  expect(part?.effective).toBeLessThan(part?.n ?? 0);
  const wrong = (part?.confusion.pass.fail ?? 0) + (part?.confusion.fail.pass ?? 0);
  expect(part?.disagreements.length).toBeGreaterThan(wrong);
});
