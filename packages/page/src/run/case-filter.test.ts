import { describe, expect, test } from "vitest";
import { cellOf } from "./case-cell.ts";
import {
  applyFilter,
  type CaseFilter,
  countsOf,
  differs,
  filterOf,
  grouped,
  listed,
  listIn,
  searchable,
} from "./case-filter.ts";
import { measuresOf } from "./columns.tsx";
import type { CaseRow } from "./use-rows.ts";

const row = (id: string, values: (number | null)[], marks: string, more: Partial<CaseRow> = {}): CaseRow => {
  const status = marks.includes("m") ? "failed" : "passed";
  const trial = { variant: 0, repeat: 1, position: 0, status, values, marks } as const;
  return { id, tags: [], status, trials: [trial], spent: [{}] as never, ...more };
};
const rows = [
  row("slow", [0.2, 1], "mp", { title: "A slow ANSWER", tags: ["x"] }),
  row("late", [0.9, null], "pu", { tags: ["x", "y"] }),
  row("calm", [0.5, 0], "pm"),
];
const metrics = ["first", "second"].map((name) => ({ name, judged: false, gating: true }));
const suite = { variants: [{ title: "" }], metrics } as never;
const columns = measuresOf({ suite, sums: undefined, rows, reasons: new Map() }).flatMap((one) => one.columns);
const shown = (part: Partial<CaseFilter>, found?: string[]) =>
  applyFilter(
    searchable(rows),
    { ...filterOf(new URLSearchParams()), ...part },
    { metrics: ["first", "second"], found: new Set(found), columns },
  ).map(({ id }) => id);

describe("the filter of cases", () => {
  test("stands in the address", () => {
    expect(filterOf(new URLSearchParams("text=a+b&status=failed&tag=x&missed=first&sort=-id&hide=cost"))).toEqual({
      ...{ text: "a b", status: "failed", tag: "x", missed: "first", sort: "-id", hide: "cost", size: "", group: "" },
    });
  });

  test("keeps columns and widths in the address whatever their names hold", () => {
    const list = new Map([
      ["why", 60],
      [":a, b~3%", 0],
      [":ü~", 12],
    ]);
    expect(listIn(listed(list))).toEqual(list);
    expect(listIn("%E0%A4~9,,cost")).toEqual(
      new Map([
        ["%E0%A4", 9],
        ["cost", 0],
      ]),
    );
  });

  test("puts cases that failed alike under one line, the largest group first, the others at the end", () => {
    const three = ["a", "b", "c", "d"].map((id, position) =>
      row(id, [0], "m", { trials: [{ ...(rows[0] as CaseRow).trials[0], position } as never] }),
    );
    const kinds = ["asked twice", "called archive without asking", "called archive without asking"];
    const reasons = new Map(kinds.map((kind, trial) => [trial, { trial, kind, text: kind }]));
    expect(grouped(three, reasons).map((line) => ("heading" in line ? line.heading : line.id))).toEqual([
      "2 cases: called archive without asking",
      ...["b", "c", "1 case: asked twice", "a", "1 case: without a reason", "d"],
    ]);
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

  test("shows the cases that the variants end differently", () => {
    const of = (...ends: ("passed" | "failed")[]) => ({
      ...(rows[0] as CaseRow),
      trials: ends.map((status, variant) => ({ ...(rows[0] as CaseRow).trials[0], variant, status }) as never),
    });
    expect([of("passed", "failed"), of("failed", "failed"), of("passed")].map(differs)).toEqual([true, false, false]);
    expect(countsOf([of("passed", "failed")]).statuses.get("differ")).toBe(1);
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
