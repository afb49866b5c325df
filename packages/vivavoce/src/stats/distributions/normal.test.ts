import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalTail, normalUpperQuantile } from "./normal.ts";

describe("normalTail", () => {
  test.each([
    [0, 0.5],
    [0.5, 0.3085375387259869],
    [1, 0.15865525393145705],
    [1.96, 0.024997895148220435],
    [2.5, 0.006209665325776135],
    [5, 2.866515718791939e-7],
    [10, 7.619853024160525e-24],
    [37, 5.725571222524577e-300],
    [-1, 0.8413447460685429],
    [-2.5, 0.9937903346742238],
  ])("above %f agrees with 30-digit arithmetic, relatively", (z, expected) => {
    expect(Math.abs(normalTail(z) / expected - 1)).toBeLessThan(1e-13);
  });

  test("does not jump where the fraction takes over from the series", () => {
    expect(normalTail(2 - 1e-12) / normalTail(2)).toBeCloseTo(1, 11);
  });

  test("mirrors: what is not above z is above −z in the mirror", () => {
    fc.assert(
      fc.property(fc.double({ min: -8, max: 8, noNaN: true }), (z) => {
        expect(normalTail(z) + normalTail(-z)).toBeCloseTo(1, 14);
      }),
    );
  });
});

describe("normalUpperQuantile", () => {
  test.each([
    [0.5, 0],
    [0.975, -1.959963984540054],
    [0.95, -1.6448536269514722],
    [0.8, -0.8416212335729143],
    [0.9995, -3.290526731491926],
    [0.025, 1.959963984540054],
    [1e-10, 6.361340902404056],
    [1e-100, 21.273453560965322],
  ])("leaving %f", (tail, expected) => {
    expect(Math.abs(normalUpperQuantile(tail) - expected)).toBeLessThan(1e-12 * Math.max(1, Math.abs(expected)));
  });

  test("undoes the tail", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1 - 1e-12, noNaN: true }), (tail) => {
        expect(normalTail(normalUpperQuantile(tail)) / tail).toBeCloseTo(1, 12);
      }),
    );
  });
});
