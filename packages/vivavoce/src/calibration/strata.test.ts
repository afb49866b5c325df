import { expect, test } from "vitest";
import type { Label } from "../shape/index.ts";
import { label } from "./items.test-helper.ts";
import { drawingOf, labelledItems } from "./labelled-items.ts";

const strata = { pass: 90, fail: 10, none: 0 };
const drawn = (index: number, more: Partial<Label> = {}, sampled: Partial<Label["sampled"]> = {}) =>
  label(index, { ...more, sampled: { how: "random", probability: 0.5, stratumProbability: 0.5, strata, ...sampled } });
const found = (labels: readonly Label[], identity = "old") => {
  const { drawn, empty } = drawingOf(labelledItems(labels, []), identity);
  return { strata: [...drawn.values()], empty };
};

test("each run and verdict of the judge that drew is a stratum; unclear labels are counted in it", () => {
  const labels = [
    ...[0, 1, 2].map((index) => drawn(index, { verdict: index === 0 ? "unclear" : "pass" })),
    ...[3, 4].map((index) => drawn(index, { judged: "fail" }, { how: "stratum" })),
    drawn(5, { run: "r2" }),
  ];
  const { strata } = found(labels);
  expect(strata.map(({ size, weight, judge }) => [judge, size, weight])).toEqual([
    ...Array(3).fill(["pass", 90, 30]),
    ...Array(2).fill(["fail", 10, 5]),
    ["pass", 90, 90],
  ]);
  expect(new Set(strata).size).toBe(3);
});

test("a verdict that nobody has labelled is an empty stratum, unless the judge never gave it", () => {
  expect(found([drawn(0)]).empty).toEqual([{ size: 10, weight: 10, judge: "fail" }]);
  expect(found([drawn(0, {}, { strata: { pass: 90, fail: 0, none: 0 } })]).empty).toEqual([]);
});

test("another judge may say anything of what the first one drew", () => {
  expect(found([drawn(0)], "new").strata).toMatchObject([{ size: 90, judge: undefined }]);
});

test("labels that were picked, or that do not say with what chance they were drawn, are in no stratum", () => {
  const picked = label(0, { sampled: { how: "disagreement" } });
  const imported = label(1, { sampled: { how: "random" } });
  expect(found([picked, imported]).strata).toEqual([]);
});

test("without the size of a stratum a label weighs by its chance", () => {
  const old = (index: number, judged: "pass" | "fail", chance: number) =>
    drawn(index, { judged }, { stratumProbability: chance, strata: undefined });
  const weights = found([old(0, "pass", 0.1), old(1, "fail", 1), old(2, "fail", 1)]).strata;
  expect(weights.map(({ size, weight }) => [size, weight])).toEqual([
    [undefined, 10],
    [undefined, 1],
    [undefined, 1],
  ]);
});

test("where two judges drew in one run, what was drawn without regard to their verdicts is one stratum", () => {
  const labels = [drawn(0), drawn(1, { metricIdentity: "older" }), drawn(2, { judged: "fail" }, { how: "stratum" })];
  expect(found(labels).strata).toEqual(Array(2).fill({ size: 100, weight: 50, judge: undefined }));
});
