import { describe, expect, test } from "vitest";
import { rootOf } from "./root.ts";

describe("rootOf", () => {
  test("finds where a rising function meets its target", () => {
    const cube = (x: number) => ({ excess: x ** 3 - 2, slope: 3 * x ** 2 });
    expect(rootOf(cube, { lo: 0, hi: 2 }, 1)).toBeCloseTo(2 ** (1 / 3), 14);
  });

  test("takes the middle when Newton's step would leave the bracket", () => {
    const visited: number[] = [];
    const steep = (x: number) => {
      visited.push(x);
      return { excess: Math.atan(x - 3), slope: 1 / (1 + (x - 3) ** 2) };
    };
    expect(rootOf(steep, { lo: 0, hi: 100 }, 90)).toBeCloseTo(3, 12);
    expect(visited.every((x) => x >= 0 && x <= 100)).toBe(true);
    expect(visited[1]).toBe(45);
  });

  test("reaches far out when the bracket has no upper end", () => {
    const slow = (x: number) => ({ excess: Math.log1p(x) - 20, slope: 0 });
    expect(rootOf(slow, { lo: 0, hi: Number.POSITIVE_INFINITY }, 1) / Math.expm1(20)).toBeCloseTo(1, 12);
  });
});
