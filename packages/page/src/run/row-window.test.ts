import { expect, test } from "vitest";
import { rowHeight, visibleRows } from "./row-window.ts";

test("of ten thousand rows those in sight are drawn, and the active one wherever it is", () => {
  const top = visibleRows(10_000, { top: 0, height: 340 }, 0);
  expect(top[0]).toBe(0);
  expect(top.length).toBeLessThan(30);
  const middle = visibleRows(10_000, { top: 5_000 * rowHeight, height: 340 }, 7);
  expect(middle).toContain(5_000);
  expect(middle).toContain(5_010);
  expect(middle[0]).toBe(7);
  expect(middle.length).toBeLessThan(40);
  expect(visibleRows(10_000, { top: 0, height: 340 }, 9_999).at(-1)).toBe(9_999);
});

test("few rows are all drawn, and none if there are none, even where the list was longer before", () => {
  expect(visibleRows(3, { top: 0, height: 340 }, 0)).toEqual([0, 1, 2]);
  expect(visibleRows(0, { top: 0, height: 340 }, 0)).toEqual([]);
  expect(visibleRows(3, { top: 90_000, height: 340 }, 0)).toEqual([0, 2]);
});
