import { describe, expect, test } from "vitest";
import { applyFilter, type CaseFilter, cellOf, countsOf, filterOf, searchable } from "./case-filter.ts";
import type { CaseRow } from "./use-rows.ts";

const row = (id: string, values: (number | null)[], marks: string, more: Partial<CaseRow> = {}): CaseRow => {
  const status = marks.includes("m") ? "failed" : "passed";
  const trial = { variant: 0, repeat: 1, position: 0, status, values, marks } as const;
  return { id, tags: [], status, trials: [trial], ...more };
};
const rows = [
  row("slow", [0.2, 1], "mp", { title: "A slow ANSWER", tags: ["x"] }),
  row("late", [0.9, null], "pu", { tags: ["x", "y"] }),
  row("calm", [0.5, 0], "pm"),
];
const shown = (part: Partial<CaseFilter>, found?: string[]) =>
  applyFilter(
    searchable(rows),
    { ...filterOf(new URLSearchParams()), ...part },
    { metrics: ["first", "second"], found: found && new Set(found) },
  ).map(({ id }) => id);

describe("the filter of cases", () => {
  test("stands in the address", () => {
    expect(filterOf(new URLSearchParams("text=a+b&status=failed&tag=x&missed=first&sort=-id"))).toEqual({
      ...{ text: "a b", status: "failed", tag: "x", missed: "first", sort: "-id" },
    });
  });

  test("looks at ids, titles and tags whatever their capitals, and at the conversations that were found", () => {
    expect(shown({ text: "answer" })).toEqual(["slow"]);
    expect(shown({ text: " LATE " })).toEqual(["late"]);
    expect(shown({ text: "parrot" })).toEqual([]);
    expect(shown({ text: "parrot" }, ["calm"])).toEqual(["calm"]);
  });

  test("narrows by status, tag and a missed metric, all at once", () => {
    expect(shown({ status: "failed" })).toEqual(["slow", "calm"]);
    expect(shown({ tag: "x" })).toEqual(["slow", "late"]);
    expect(shown({ missed: "second" })).toEqual(["calm"]);
    expect(shown({ status: "failed", tag: "x", missed: "first" })).toEqual(["slow"]);
    // A metric that the suite does not have was missed nowhere.
    expect(shown({ missed: "gone" })).toEqual([]);
  });

  test("sorts by id or metric either way, and leaves cases without a value at the end", () => {
    expect(shown({})).toEqual(["slow", "late", "calm"]);
    expect(shown({ sort: "id" })).toEqual(["calm", "late", "slow"]);
    expect(shown({ sort: ":first" })).toEqual(["slow", "calm", "late"]);
    expect(shown({ sort: "-:first" })).toEqual(["late", "calm", "slow"]);
    expect(shown({ sort: ":second" })).toEqual(["calm", "slow", "late"]);
    expect(shown({ sort: "-:second" })).toEqual(["slow", "calm", "late"]);
  });

  test("counts statuses and tags", () => {
    const { statuses, tags } = countsOf(rows);
    expect([...statuses]).toEqual([
      ["failed", 2],
      ["passed", 1],
    ]);
    expect([...tags]).toEqual([
      ["x", 2],
      ["y", 1],
    ]);
  });
});

test("a cell is the mean of its variant's repeats, missed if one of them is, or says why there is no value", () => {
  const trial = (variant: number, value: number | null, marks: string) => ({
    variant,
    repeat: 1,
    position: 0,
    status: "passed" as const,
    values: [value],
    marks,
  });
  const trials = [trial(0, 1, "p"), trial(0, 0, "m"), trial(1, null, "s"), trial(2, null, "-")];
  expect(cellOf({ trials }, 0, 0)).toEqual({ value: 0.5, missed: true, without: "" });
  expect(cellOf({ trials }, 0, 1)).toEqual({ value: undefined, missed: false, without: "skipped" });
  expect(cellOf({ trials }, 0, 2)).toEqual({ value: undefined, missed: false, without: "" });
});
