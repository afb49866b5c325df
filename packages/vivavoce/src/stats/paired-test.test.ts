import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pairedTest } from "./paired-test.ts";

const sleep = {
  a: [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2],
  b: [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4],
};

describe("pairedTest", () => {
  test("Student's sleep data", () => {
    const result = pairedTest(sleep.a, sleep.b);
    expect(result.n).toBe(10);
    expect(result.diff).toBeCloseTo(-1.58, 12);
    expect(result.t).toBeCloseTo(-4.062127683382037, 10);
    expect(result.p).toBeCloseTo(0.002832890197384273, 12);
    expect(result.ci?.lo).toBeCloseTo(-2.459885763276983, 10);
    expect(result.ci?.hi).toBeCloseTo(-0.7001142367230175, 10);
  });

  test("unpairedSe is what two separate samples would have", () => {
    expect(pairedTest([1, 2, 3], [2, 4, 6]).unpairedSe).toBeCloseTo(Math.sqrt((1 + 4) / 3), 12);
  });

  test("the other order changes the sign and nothing else", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 50 })), {
          minLength: 2,
          maxLength: 9,
        }),
        (pairs) => {
          const [a, b] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
          const [there, back] = [pairedTest(a, b), pairedTest(b, a)];
          expect(back.diff).toBeCloseTo(-(there.diff ?? Number.NaN), 12);
          expect(back.p).toBe(there.p);
          expect(back.signFlip).toBe(there.signFlip);
          expect(back.unpairedSe).toBeCloseTo(there.unpairedSe ?? Number.NaN, 12);
          expect(there.ci?.lo).toBeLessThanOrEqual(there.diff ?? Number.NaN);
        },
      ),
    );
  });

  test("p is below 0.05 exactly when the interval leaves out 0", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 9 }), { minLength: 3, maxLength: 12 }), (differences) => {
        const { p, ci } = pairedTest(
          differences,
          differences.map(() => 0),
        );
        if (p === undefined || ci === undefined) return;
        expect(p < 0.05).toBe(ci.lo > 0 || ci.hi < 0);
      }),
    );
  });

  test("more than 20 cases are sampled for the sign flip, with the same answer each time", () => {
    const a = Array.from({ length: 25 }, (_, index) => (((index * 37) % 23) - 9) / 20);
    const b = a.map(() => 0);
    expect(pairedTest(a, b).signFlip).toBe(0.24062759372406275);
  });

  test("the same differences everywhere: no variance, so no t and no p", () => {
    const result = pairedTest([0.9, 0.8, 0.7], [0.8, 0.7, 0.6]);
    expect(result).toMatchObject({ n: 3, se: 0, t: undefined, p: undefined, signFlip: 0.25 });
    expect(result.diff).toBeCloseTo(0.1, 12);
    expect(result.ci).toEqual({ lo: result.diff, hi: result.diff });
  });

  test("no difference at all", () => {
    expect(pairedTest([1, 0, 1], [1, 0, 1])).toMatchObject({ diff: 0, se: 0, t: undefined, p: undefined, signFlip: 1 });
  });

  test("one case has a difference but no standard error", () => {
    expect(pairedTest([1], [0])).toEqual({
      n: 1,
      diff: 1,
      se: undefined,
      ci: undefined,
      t: undefined,
      p: undefined,
      signFlip: 1,
      unpairedSe: undefined,
    });
  });

  test("no case: nothing is known", () => {
    expect(pairedTest([], [])).toMatchObject({ n: 0, diff: undefined, se: undefined, signFlip: undefined });
  });

  test("lists of different length cannot be paired", () => {
    expect(() => pairedTest([1, 2], [1])).toThrow(
      new RangeError("pairedTest: a and b have 2 and 1 values: pass one of each per case, in one order"),
    );
    expect(() => pairedTest([1, 2], [1, Number.NaN])).toThrow("pairedTest: b[1] is NaN");
  });
});
