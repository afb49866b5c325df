import { describe, expect, test } from "vitest";
import { ppi } from "../stats/index.ts";
import { correctedRate } from "./corrected-rate.ts";
import { pairs } from "./items.test-helper.ts";

const verdicts = (passed: number, n: number) =>
  Array.from({ length: n }, (_, index) => ({ cluster: `c${index}`, judge: index < passed ? "pass" : "fail" }) as const);
type DrawnLabel = Parameters<typeof correctedRate>[2][number];

const drawn = (items: ReturnType<typeof pairs>, more: Partial<DrawnLabel> = {}): DrawnLabel[] =>
  items.map((item) => ({ ...item, weight: 1, inRun: false, ...more }));

describe("a corrected rate", () => {
  test("is Rogan and Gladen's", () => {
    const labels = drawn(pairs({ pp: 55, pf: 5, fp: 6, ff: 34 }));
    const { reported, corrected } = correctedRate("r1", verdicts(400, 500), labels);
    expect(reported).toMatchObject({ value: 0.8, n: 500 });
    const [trueFails, truePasses] = [0.85, 55 / 60];
    const expected = (0.8 + trueFails - 1) / (truePasses + trueFails - 1);
    expect(corrected).toMatchObject([{ method: "Rogan-Gladen", labels: 100 }]);
    expect(corrected[0]?.value).toBeCloseTo(expected, 10);
    expect(corrected[0]?.lo).toBeLessThan(expected);
    expect(corrected[0]?.hi).toBeGreaterThan(expected);
  });

  test("is that of PPI++ as well, if the labels were drawn in this run", () => {
    const items = pairs({ pp: 30, pf: 3, fp: 5, ff: 12 });
    const run = verdicts(150, 200);
    const { corrected } = correctedRate("r1", run, drawn(items, { inRun: true }));
    const one = (said: string) => (said === "pass" ? 1 : 0);
    const { estimate } = ppi({
      labels: items.map(({ person }) => one(person)),
      judged: items.map(({ judge }) => one(judge)),
      unlabelled: run.map(({ judge }) => one(judge)),
    });
    const powered = corrected.find(({ method }) => method === "PPI++");
    expect(powered?.value).toBeCloseTo(estimate ?? Number.NaN, 10);
  });

  test("is not given if the error rates of the labels cannot have given the rate that is reported", () => {
    // Of what people pass, this judge passes 0.73; in the run it passes 0.98.
    const labels = drawn(pairs({ pp: 33, pf: 12, fp: 3, ff: 91 }));
    const { corrected, why } = correctedRate("r1", verdicts(490, 500), labels);
    expect(corrected).toEqual([]);
    expect(why).toContain("do not explain the rate");
  });

  test("a perfect judge's rate is what it reports", () => {
    const { corrected, reported } = correctedRate("r1", verdicts(80, 100), drawn(pairs({ pp: 40, ff: 40 })));
    expect(corrected[0]?.value).toBeCloseTo(reported?.value ?? Number.NaN, 10);
  });

  test("labels that were drawn with another chance weigh by it", () => {
    // Of 100 passes by the judge one in ten was labelled, of its 20 fails every one.
    const passed = drawn(pairs({ pp: 16, fp: 4 }), { weight: 10 });
    const failed = drawn(pairs({ pf: 2, ff: 18 }), { weight: 1 }).map((one) => ({
      ...one,
      cluster: `f${one.cluster}`,
    }));
    const { corrected } = correctedRate("r1", verdicts(200, 220), [...passed, ...failed]);
    // What people would pass: 0.8 of 200, and 0.1 of 20.
    expect(corrected[0]?.value).toBeCloseTo((160 + 2) / 220, 10);
  });

  test("is refused without enough passes and fails, with the numbers", () => {
    const { corrected, why } = correctedRate("r1", verdicts(80, 100), drawn(pairs({ pp: 20, ff: 3 })));
    expect(corrected).toEqual([]);
    expect(why).toBe(
      "20 passes and 3 fails were drawn at random; 14 of each are needed, or 29 labels of this run (0 so far)",
    );
  });

  test("is refused for a judge that is not better than chance", () => {
    const always = correctedRate("r1", verdicts(100, 100), drawn(pairs({ pp: 40, fp: 20 })));
    expect(always).toMatchObject({ corrected: [], why: expect.stringContaining("not better than chance") });
  });
});
