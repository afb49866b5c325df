import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pairedProportion } from "./paired-proportion.ts";
import { pairedTest } from "./paired-test.ts";

const flips = fc
  .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 60 }))
  .filter(([b, c, same]) => b + c + same >= 2);

describe("pairedProportion", () => {
  test("its error is that of the differences 1, −1 and 0, with n in place of n − 1", () => {
    fc.assert(
      fc.property(
        flips.filter(([b, c, same]) => b + c + same <= 20),
        ([b, c, same]) => {
          const n = b + c + same;
          const a = Array.from({ length: n }, (_, index) => (index < b ? 1 : index < b + c ? -1 : 0));
          const { diff, se } = pairedTest(a, new Array<number>(n).fill(0));
          const result = pairedProportion(n, b, c);
          expect(result.diff).toBeCloseTo(diff ?? Number.NaN, 12);
          expect(result.se).toBeCloseTo((se ?? Number.NaN) * Math.sqrt((n - 1) / n), 12);
        },
      ),
    );
  });

  test("is symmetric around the difference, which changes sign with the direction", () => {
    fc.assert(
      fc.property(flips, ([b, c, same]) => {
        const { diff = 0, lo = 0, hi = 0 } = pairedProportion(b + c + same, b, c);
        expect(hi - diff).toBeCloseTo(diff - lo, 12);
        expect(pairedProportion(b + c + same, c, b).hi).toBeCloseTo(-lo, 12);
      }),
    );
  });

  test("no flip: no difference, no spread", () => {
    expect(pairedProportion(50, 0, 0)).toEqual({ diff: 0, se: 0, lo: 0, hi: 0 });
  });

  test("one case has no standard error, none has no difference", () => {
    expect(pairedProportion(1, 1, 0)).toEqual({ diff: 1, se: undefined, lo: undefined, hi: undefined });
    expect(pairedProportion(0, 0, 0).diff).toBeUndefined();
  });

  test("more flips than cases is an error", () => {
    expect(() => pairedProportion(10, 6, 5)).toThrow(
      new RangeError("pairedProportion: c is 5: pass a whole number from 0 to 4"),
    );
    expect(() => pairedProportion(10, 11, 0)).toThrow("pairedProportion: b is 11");
  });
});
