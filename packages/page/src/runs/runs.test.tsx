import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { changeIn } from "./change.ts";
import { type Run, RunLine } from "./run-line.tsx";
import { fits, inOrder } from "./runs-page.tsx";
import { lineOf } from "./trend-plot.tsx";
import { Trends } from "./trends.tsx";

const passRate = {
  name: "pass rate",
  cases: 8,
  observed: { mean: 0.75, lo: 0.3, hi: 0.95, cases: 4 },
  atWorst: { mean: 0.375, lo: 0.1, hi: 0.8, cases: 8 },
  trials: 8,
  missing: 4,
  pending: 4,
  seen: 4,
  missed: 1,
  binary: true,
};
const tally = { planned: 8, passed: 3, failed: 1, unscored: 0, errored: 0, skipped: 0, pending: 4 };

function made(more: Partial<Run> = {}, cost?: number): Run {
  return {
    id: "7f3a",
    createdAt: 0,
    updatedAt: 0,
    finishedAt: 1,
    live: false,
    note: undefined,
    commit: undefined,
    stopped: undefined,
    shard: undefined,
    standIn: undefined,
    given: undefined,
    notice: undefined,
    progress: undefined,
    suites: [
      {
        position: 0,
        name: "coach",
        mode: "live",
        planned: 8,
        verdict: "fail",
        reason: "1 trial failed",
        variants: [{ title: "", tally, passRate, cost, unpriced: undefined }],
      },
    ],
    ...more,
  };
}

const drawn = (run: Run) => renderToStaticMarkup(<RunLine run={run} chosen={false} choose={() => {}} />);

describe("a run in the list", () => {
  test("has rate with interval, verdict with reason, cost, note and commit", () => {
    const commit = { id: "0123456789abcdef", branch: "main", changed: true };
    const html = drawn(made({ note: "a <b>new</b> prompt", commit }, 0.25));
    for (const words of [
      "0.75 [0.30, 0.95] of those finished, 4 missing",
      "FAIL",
      "1 trial failed",
      "$0.25",
      "0123456",
      "+ changes",
      "main",
    ])
      expect(html).toContain(words);
    expect(html).toContain("a &lt;b&gt;new&lt;/b&gt; prompt");
    expect(html).not.toContain("<progress");
  });

  test("has a bar and no verdict while it goes on", () => {
    const progress = { planned: 8, finished: 4, text: "3 of 4 finished passed, 4 to go" };
    const html = drawn(made({ live: true, finishedAt: undefined, progress }));
    expect(html).toContain('<progress value="4" max="8"');
    expect(html).toContain("3 of 4 finished passed, 4 to go");
    expect(html).not.toContain("FAIL");
  });

  test("that was interrupted says so instead of an error, but never hides a failure", () => {
    const suites = (verdict: "error" | "fail") => made().suites.map((suite) => ({ ...suite, verdict }));
    const ended = (verdict: "error" | "fail", finishedAt?: number) =>
      /verdict-word[^>]*>(\w+)/.exec(drawn(made({ finishedAt, suites: suites(verdict) })))?.[1];
    expect([ended("error"), ended("error", 1), ended("fail")]).toEqual(["INTERRUPTED", "ERROR", "FAIL"]);
  });

  test("says what it is if it is not a plain run, and shows an unknown cost as a dash", () => {
    const html = drawn(made({ shard: "shard 2/5", standIn: "nothing", given: ["a.jsonl"], finishedAt: undefined }));
    for (const words of ["shard 2/5", "stand-in: nothing", "given transcripts", "interrupted", "–"])
      expect(html).toContain(words);
    expect(html).not.toContain("$");
  });
});

describe("the change of a run", () => {
  const point = (run: string, mean: number | undefined, breakBefore?: string) => ({
    ...{ run, createdAt: run, cases: 1, missing: 0, pending: 0, breakBefore },
    observed: mean === undefined ? undefined : { mean, lo: mean, hi: mean, cases: 1 },
  });
  const points = [
    point("a", 0.5),
    point("b", 0.75),
    point("c", 0.25),
    point("d", 1, "other cases"),
    point("e", undefined),
  ];
  const trend = { suite: "coach", variants: [{ title: "default", points }], leftOut: [] };
  const change = (run: string, from?: string) => changeIn(trend, { run, title: "", from });

  test("is against the run before, or against the baseline, and never across a break in the history", () => {
    expect(change("c")).toEqual({ from: "b", by: -0.5 });
    expect(change("c", "a")).toEqual({ from: "a", by: -0.25 });
    expect(change("d")).toEqual({ from: "c", why: "other cases" });
    expect(change("d", "a")).toEqual({ from: "a", why: "other cases" });
  });

  test("is unknown without a run before, a value or a history", () => {
    for (const [run, from] of [["a"], ["e"], ["gone"], ["c", "gone"], ["c", "c"]] as const)
      expect(change(run as string, from)).toBeUndefined();
    expect(changeIn(undefined, { run: "a", title: "" })).toBeUndefined();
  });
});

test("runs are narrowed by words of what is shown of them", () => {
  const run = made({ note: "a New prompt" });
  for (const text of ["", "7f3", "new fail", "coach"]) expect(fits(run, text)).toBe(true);
  expect(fits(run, "new pass")).toBe(false);
});

test("of two chosen runs the older comes first, and one that is gone is not compared", () => {
  const runs = [
    { id: "new", createdAt: 2 },
    { id: "old", createdAt: 1 },
  ];
  expect(inOrder(["new", "old"], runs)).toEqual(["old", "new"]);
  expect(inOrder(["new", "gone"], runs)).toEqual(["new"]);
});

describe("a trend", () => {
  const point = (run: string, mean: number | undefined, breakBefore?: string) => ({
    ...{ run, createdAt: `2026-01-0${run}`, cases: 1, missing: 0, pending: 0, breakBefore },
    observed: mean === undefined ? undefined : { mean, lo: mean, hi: mean, cases: 1 },
  });

  test("is a line that breaks where runs are not comparable or have no value", () => {
    const points = [
      point("1", 0.5),
      point("2", 0.6),
      point("3", 0.7, "other cases"),
      point("4", undefined),
      point("5", 1),
    ];
    expect(lineOf(points, Number, (value) => value)).toBe("M1 0.5L2 0.6M3 0.7M5 1");
  });

  test("has the scale of all the others, so that a small fall does not look like a large one", () => {
    const trend = (suite: string, means: number[]) => ({
      ...{ suite, leftOut: [] },
      variants: [{ title: "", points: means.map((mean, index) => point(String(index + 1), mean)) }],
    });
    const html = renderToStaticMarkup(
      <Trends suites={[trend("steady", [0.9, 0.8]), trend("fallen", [0.9, 0.2])]} only={undefined} />,
    );
    const scales = [...html.matchAll(/text-anchor="end">(\d\.\d\d)</g)].map(([, value]) => value);
    expect(scales).toEqual(["0.20", "0.90", "0.20", "0.90"]);
  });

  test("is told in figures too, with its breaks and what it leaves out", () => {
    const suites = [
      {
        suite: "coach",
        variants: [{ title: "no fault", points: [point("1", 0.5), point("2", 0.6, "different cases: 1 new")] }],
        leftOut: [{ run: "9", why: "stand-in" as const }],
      },
    ];
    const html = renderToStaticMarkup(<Trends suites={suites} only={undefined} />);
    expect(html).toContain('aria-label="coach: no fault 0.50, 0.60"');
    for (const words of ["0.60 [0.60, 0.60]", "before run 2: different cases: 1 new", "1 break, 1 run left out"])
      expect(html).toContain(words);
    expect(renderToStaticMarkup(<Trends suites={[]} only={undefined} />)).toBe("");
  });
});
