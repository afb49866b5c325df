import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { measuresOf, shortNames } from "./columns.tsx";
import type { CaseRow } from "./use-rows.ts";

const trial = (variant: number, value: number) => ({
  ...{ variant, repeat: 1, position: variant, values: [value], marks: value < 0.7 ? "m" : "p" },
  status: value < 0.7 ? ("failed" as const) : ("passed" as const),
});
const took = { cost: undefined, tokens: undefined, firstWordMs: undefined, replyMs: undefined };
const row: CaseRow = {
  ...{ id: "a", tags: [], status: "failed", trials: [trial(0, 0.4), trial(1, 1)] },
  spent: [took, { ...took, cost: 0.5 }],
};
const metrics = [{ name: "polite", judged: true, gating: true }];
const suite = { variants: [{ title: "prompt v1" }, { title: "prompt v2" }], metrics } as never;
const reasons = new Map([[0, { trial: 0, text: "called archive", kind: "asks first" }]]);

test("each measure has the variants side by side; what was not measured anywhere is left out, and no 0", () => {
  const measures = measuresOf({ suite, sums: undefined, rows: [row], reasons });
  expect(measures.map(({ key, columns }) => [key, ...columns.map((column) => column.words(row))])).toEqual([
    ["result", "failed", "passed"],
    ["why", "● called archive"],
    [":polite", "0.40 ✗", "✓"],
    ["cost", "–", "$0.50"],
  ]);
  expect(measures[2]?.columns.map(({ key }) => key)).toEqual([":polite@0", ":polite@1"]);
  expect(measures[3]?.columns.map(({ value }) => value(row))).toEqual([undefined, 0.5]);
});

test("many repeats are counted instead of drawn", () => {
  const trials = Array.from({ length: 8 }, (_, index) => ({ ...trial(0, index < 3 ? 0 : 1), position: index }));
  const [result] = measuresOf({ suite, sums: undefined, rows: [], reasons: new Map() });
  const drawn = result?.columns.map((column) => renderToStaticMarkup(column.draw?.({ ...row, trials })));
  expect(drawn?.[0]).toContain(" 3 of 8");
  expect(drawn?.[1]).toBe("–");
});

test("variants are called by the words in which they differ", () => {
  expect(shortNames(["prompt v1", "prompt v2"])).toEqual(["v1", "v2"]);
  expect(shortNames(["prompt v1 · model a", "prompt v1 · model b"])).toEqual(["a", "b"]);
  expect(shortNames(["fast", "fast and long"])).toEqual(["fast", "fast and long"]);
});
