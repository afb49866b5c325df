import { describe, expect, test } from "vitest";
import { changedFiles, showWork, workAfter } from "./watch-run.ts";

type WatchedSuite = Parameters<typeof workAfter>[0][number];

function suite(cases: Record<string, string>, more: Partial<WatchedSuite> = {}): WatchedSuite {
  return {
    name: "exam",
    file: "/p/exam.eval.ts",
    folder: "/p",
    whole: ["/p/exam.eval.ts", "/p/prompt.md"],
    globs: [],
    cases: new Map(Object.entries(cases).map(([id, hash]) => [id, { hash, file: `/p/${id[0]}.json` }])),
    tapes: new Map([["/p/tapes/a1.yaml", "a1"]]),
    ...more,
  };
}

const cases = (before: WatchedSuite, after: WatchedSuite, ...changed: string[]) =>
  workAfter([before], [after], changed).map((work) => work.cases);

describe("what changed files mean", () => {
  const before = suite({ a1: "1", a2: "2", b1: "3" });

  test("a prompt or code: everything, even if a case changed too", () => {
    expect(cases(before, before, "/p/prompt.md")).toEqual(["all"]);
    expect(cases(before, suite({ a1: "9", a2: "2", b1: "3" }), "/p/a.json", "/p/exam.eval.ts")).toEqual(["all"]);
  });

  test("a prompt that is gone, or new: everything", () => {
    const without = suite({ a1: "1", a2: "2", b1: "3" }, { whole: ["/p/exam.eval.ts"] });
    expect(cases(before, without, "/p/prompt.md")).toEqual(["all"]);
    expect(cases(without, before, "/p/prompt.md")).toEqual(["all"]);
  });

  test("a case file: its changed and new cases, or all of them if none differs", () => {
    expect(cases(before, suite({ a1: "1", a2: "9", b1: "3" }), "/p/a.json")).toEqual([["a2"]]);
    expect(cases(before, suite({ a1: "1", a2: "2", a3: "4", b1: "3" }), "/p/a.json")).toEqual([["a3"]]);
    expect(cases(before, before, "/p/a.json")).toEqual([["a1", "a2"]]);
  });

  test("a case that is gone: nothing", () => {
    expect(cases(before, suite({ a1: "1", a2: "2" }), "/p/b.json")).toEqual([]);
  });

  test("a tape: its case, once, even if its case file changed too", () => {
    expect(cases(before, before, "/p/tapes/a1.yaml")).toEqual([["a1"]]);
    expect(cases(before, suite({ a1: "9", a2: "2", b1: "3" }), "/p/tapes/a1.yaml", "/p/a.json")).toEqual([["a1"]]);
  });

  test("a suite that was not there before: everything", () => {
    expect(workAfter([], [before], [])).toEqual([{ file: before.file, name: "exam", cases: "all" }]);
  });

  test("a file that no suite depends on: nothing", () => {
    expect(cases(before, before, "/p/notes.txt")).toEqual([]);
  });
});

test("the work in words, with long lists cut", () => {
  const work = [
    { file: "", name: "exam", cases: ["a", "b", "c", "d", "e"] },
    { file: "", name: "other", cases: "all" as const },
  ];
  expect(showWork(work)).toBe("exam (a, b, c and 2 more), other");
});

test("files that differ, are new or are gone have changed", () => {
  const before = new Map([
    ["same", "1"],
    ["other", "1"],
    ["gone", "1"],
  ]);
  const after = new Map([
    ["same", "1"],
    ["other", "2"],
    ["new", "1"],
  ]);
  expect(changedFiles(before, after)).toEqual(["other", "gone", "new"]);
});
