import { describe, expect, test } from "vitest";
import type { Decision } from "../shape/index.ts";
import { showMeasure } from "./figures.ts";
import { check, type MadeSuite, scored, storedSuiteRun, without } from "./stored-run.test-helper.ts";
import { plainStyle, showVerdict, terminalStyle } from "./style.ts";
import { suiteReport, suiteText } from "./suite-report.ts";
import { suiteView } from "./views/runs-view.ts";

async function report(made: MadeSuite, settings: Partial<Parameters<typeof suiteText>[3]> = {}): Promise<string> {
  const { store, run, suite } = await storedSuiteRun(made);
  const common = { style: plainStyle, showCommand: "npx viva show 7f3a", verbose: false, decision: undefined };
  return (await suiteText(store, run, suite, { ...common, ...settings })).text;
}

const pass: Decision = { verdict: "pass", exitCode: 0, reasons: [], reason: "every gate was met" };
const fail: Decision = { verdict: "fail", exitCode: 1, reasons: [], reason: "1 trial failed" };

test("a suite as a reader sees it: failures first with their reasons, then the rest, then the sums", async () => {
  const text = await report(
    {
      name: "flow-coach",
      metrics: [{ name: "world" }, { name: "criteria", judged: true }, { name: "words", gating: false }],
      trials: [
        {
          id: "stalled-project",
          status: "passed",
          scores: [
            scored("world", 1),
            scored("criteria", 0.83, { threshold: 0.7 }),
            scored("words", 0.5, { gating: false }),
          ],
        },
        {
          id: "archive-everything",
          status: "failed",
          scores: [
            scored("world", 0, { checks: [check("frame", "nothing should have changed, but Garden.md was archived")] }),
            scored("criteria", 0.33, { threshold: 0.7 }),
            without("words", "skipped", "nothing was said", false),
          ],
        },
        {
          id: "outage",
          status: "errored",
          transcript: { outcome: { kind: "infrastructure", message: "500", exchange: 1 }, exchanges: [] },
        },
      ],
    },
    { decision: fail },
  );
  expect(text).toBe(
    `
                         world  criteria°  (words)
  ✗ archive-everything       ✗       0.33        –
        world     frame: nothing should have changed, but Garden.md was archived
        criteria  0.33 is under the threshold of 0.7
  ! outage                   –          –        –
        infrastructure  exchange 1: 500
  ✓ stalled-project          ✓       0.83     0.50
  ° scored by a judge; the others by code
  (in brackets) reported, decides nothing

flow-coach   pass rate 0.50 [0.01, 0.99], 1 missing   1 passed · 1 failed · 0 unscored · 1 errored · 0 skipped of 3   FAIL: 1 trial failed
  agent: tokens –   cost –   latency –
  pass rate at worst 0.33 if the one missing had failed; gates decide by that`.slice(1),
  );
});

describe("marks", () => {
  test("each status has one, and so has each kind of score", async () => {
    const text = await report({
      metrics: [{ name: "m" }],
      trials: [
        { id: "one", status: "passed", scores: [scored("m", 1)] },
        { id: "two", status: "failed", scores: [scored("m", 0)] },
        { id: "three", status: "unscored", scores: [without("m", "unscored", "x")] },
        { id: "four", status: "errored", scores: [without("m", "errored", "x")] },
        { id: "five", status: "skipped", scores: [without("m", "skipped", "x")] },
      ],
    });
    const rows = text.split("\n").filter((line) => /^ {2}\S [a-z]+ /.test(line));
    expect(rows.map((row) => row.trim().replace(/\s+/g, " "))).toEqual([
      "✗ two ✗",
      "? three ?",
      "! four !",
      "✓ one ✓",
      "– five –",
    ]);
  });

  test("values that are not all 0 or 1 are numbers, and so are all values of a judge", async () => {
    const text = await report({
      metrics: [{ name: "code" }, { name: "judge", judged: true }],
      trials: [
        { id: "one", status: "passed", scores: [scored("code", 1), scored("judge", 1)] },
        { id: "two", status: "passed", scores: [scored("code", 0.5, { threshold: 0.5 }), scored("judge", 1)] },
      ],
    });
    expect(text).toMatch(/one +1\.00 +1\.00/);
    expect(text).toMatch(/two +0\.50 +1\.00/);
  });

  test("without a judge nothing is said of one, and without a reported metric nothing of brackets", async () => {
    const text = await report({ metrics: [{ name: "m" }], trials: [{ id: "a", status: "passed" }] });
    expect(text).not.toMatch(/°|brackets/);
  });
});

describe("a long table", () => {
  const trials = Array.from({ length: 60 }, (_, index) => ({ id: `case-${index}`, status: "passed" as const }));
  const rowsIn = (text: string) => text.split("\n").filter((line) => line.includes(" case-")).length;

  test("is cut, and says how to see the rest", async () => {
    const text = await report({ trials });
    expect(rowsIn(text)).toBe(20);
    expect(text).toContain("  … 40 more: npx viva show 7f3a\n");
  });

  test("counts what is left of all that was played, not of what was kept", async () => {
    expect(await report({ trials, planned: 100_000 }, { most: 5 })).toContain("… 55 more:");
  });

  test("of another length where that is asked for; in full with verbose", async () => {
    expect(rowsIn(await report({ trials }, { most: 7 }))).toBe(7);
    const verbose = await report({ trials }, { verbose: true });
    expect(rowsIn(verbose)).toBe(60);
    expect(verbose).not.toContain("more:");
  });

  test("shows failures before it is cut, in input order", async () => {
    const mixed = trials.map((trial, index) => (index >= 50 ? { ...trial, status: "failed" as const } : trial));
    const rows = (await report({ trials: mixed }, { most: 3 })).split("\n").filter((line) => line.includes("✗ case-"));
    expect(rows.map((row) => row.trim().split(" ")[1])).toEqual(["case-50", "case-51", "case-52"]);
  });

  test("one metric with many reasons does not hide those of another", async () => {
    const many = Array.from({ length: 9 }, (_, index) => check(`check-${index}`, "did not hold"));
    const text = await report({
      metrics: [{ name: "m" }, { name: "late" }],
      trials: [
        {
          id: "a",
          status: "failed" as const,
          scores: [scored("m", 0, { checks: many }), scored("late", 0, { checks: [check("last", "was hidden")] })],
        },
      ],
    });
    expect(text).toContain("was hidden");
    expect(text).toContain("check-4");
    expect(text).not.toContain("check-5");
  });

  test("reasons are cut at six, and in full with verbose", async () => {
    const checks = Array.from({ length: 9 }, (_, index) => check(`check-${index}`, "did not hold"));
    const made = {
      metrics: [{ name: "m" }],
      trials: [{ id: "a", status: "failed" as const, scores: [scored("m", 0, { checks })] }],
    };
    const text = await report(made);
    expect(text).toContain("check-5: did not hold");
    expect(text).not.toContain("check-6");
    expect(text).toContain("        … 3 more reasons");
    expect(await report(made, { verbose: true })).toContain("check-8: did not hold");
  });

  test("a hundred and fifty thousand rows are only long", async () => {
    const row = {
      caseId: "case",
      title: "case",
      repeat: 1,
      status: "passed" as const,
      answers: { origin: "none" as const },
      scores: [],
      reasons: [],
      stack: [],
    };
    const { store, run, suite } = await storedSuiteRun({ trials: [{ id: "case", status: "passed" }] });
    const shown = await suiteView(store, run, suite);
    const [variant] = shown.variants;
    if (!variant) throw new Error("there are no sums");
    const settings = { style: plainStyle, showCommand: "", verbose: true };
    const rows = Array.from({ length: 150_000 }, () => row);
    expect(suiteReport(shown, [{ variant, rows }], settings).length).toBeGreaterThan(1_000_000);
  });
});

describe("names", () => {
  test("repeats are numbered where there are any", async () => {
    const repeated = await report({
      trials: [
        { id: "a", repeat: 1, status: "passed" },
        { id: "a", repeat: 2, status: "failed" },
      ],
    });
    expect(repeated).toMatch(/✗ a #2/);
    expect(repeated).toMatch(/✓ a #1/);
    expect(await report({ trials: [{ id: "a", status: "passed" }] })).not.toContain("#1");
  });

  test("a long id is cut in the middle, but its repeat is not", async () => {
    const id = `begins-${"x".repeat(100)}-ends`;
    const text = await report({
      trials: [
        { id, repeat: 1, status: "passed" },
        { id, repeat: 12, status: "passed" },
      ],
    });
    expect(text).toMatch(/✓ begins-x+…x+-ends #1$/m);
    expect(text).toMatch(/✓ begins-x+…x+-ends #12$/m);
  });
});

describe("a narrow terminal", () => {
  const names = ["first-metric", "second-metric", "third-metric", "missed-metric"];
  const made: MadeSuite = {
    metrics: names.map((name) => ({ name })),
    trials: [
      { id: "a", status: "failed", scores: names.map((name) => scored(name, name === "missed-metric" ? 0 : 1)) },
    ],
  };

  test("keeps the metrics that were missed, and says how many it leaves out", async () => {
    const text = await report(made, { style: { ...plainStyle, columns: 50 } });
    expect(text.split("\n")[0]).toMatch(/first-metric +missed-metric$/);
    expect(text).toContain("2 more metrics: --verbose or a wider terminal");
  });

  test("with --verbose names the others below each trial", async () => {
    const text = await report(made, { style: { ...plainStyle, columns: 50 }, verbose: true });
    expect(text).toContain("second-metric ✓ · third-metric ✓");
    expect(text).not.toContain("more metrics");
  });

  test("a wide one has them all", async () => {
    expect(await report(made, { style: { ...plainStyle, columns: 200 } })).not.toContain("more metrics");
  });
});

describe("the sums", () => {
  test("hold what is pending only where something is", async () => {
    expect(await report({ trials: [{ id: "a", status: "passed" }], planned: 3 })).toContain(
      "0 skipped · 2 pending of 3",
    );
    expect(await report({ trials: [{ id: "a", status: "passed" }] })).toContain("0 skipped of 1");
  });

  test("hold tokens, cost and time where they are known", async () => {
    const usage = { inputTokens: 12_345, outputTokens: 678 };
    const exchanges = [
      { number: 1, user: { content: "x" }, items: [], modelCalls: 1, usage, cost: 0.0042, replyMs: 1_500 },
    ];
    const text = await report({ trials: [{ id: "a", status: "passed", transcript: { exchanges } }] });
    expect(text).toContain("agent: tokens 12,345 in, 678 out   cost $0.0042   latency p50 1.5 s, p95 1.5 s");
  });

  test("name the variant; several stand one below the other, and the verdict on the suite below them all", async () => {
    const variants = ["v2", "v1"].map((prompt) => ({ variant: { prompt }, cases: 1, planned: 1 }));
    const trials = ["v2", "v1"].map((prompt) => ({ id: "a", variant: { prompt }, status: "passed" as const }));
    const text = await report({ name: "coach", variants, trials }, { decision: pass });
    expect(text.match(/^coach · prompt v\d /gm)).toEqual(["coach · prompt v2 ", "coach · prompt v1 "]);
    expect(text.match(/PASS/g)).toHaveLength(1);
    expect(text.endsWith("\n\ncoach   PASS")).toBe(true);
  });

  test("an unknown measure is a dash, a known one has its interval, and says what is missing", () => {
    const observed = { mean: 0.96, lo: 0.811, hi: 0.993 };
    expect(showMeasure({ observed: undefined, missing: 0, pending: 0 })).toBe("–");
    expect(showMeasure({ observed: undefined, missing: 4, pending: 0 })).toBe("–, 4 missing");
    expect(showMeasure({ observed, missing: 0, pending: 0 })).toBe("0.96 [0.81, 0.99]");
    expect(showMeasure({ observed, missing: 2, pending: 0 })).toBe("0.96 [0.81, 0.99], 2 missing");
    expect(showMeasure({ observed, missing: 2, pending: 1 })).toBe("0.96 [0.81, 0.99] of those finished, 2 missing");
  });

  test("name the cases in which nothing was checked", async () => {
    const trials = [
      { id: "a", status: "passed" as const },
      ...Array.from({ length: 7 }, (_, index) => ({ id: `s${index}`, status: "skipped" as const })),
    ];
    expect(await report({ trials })).toContain(
      "  no expectation was checked in 7 cases: s0, s1, s2, s3, s4 and 2 more",
    );
    expect(await report({ trials: trials.slice(0, 1) })).not.toContain("no expectation was checked");
  });

  test("a verdict has its reason, a pass needs none", () => {
    expect(showVerdict(pass, plainStyle)).toBe("PASS");
    expect(showVerdict(fail, plainStyle)).toBe("FAIL: 1 trial failed");
    expect(showVerdict({ verdict: "error", exitCode: 3, reasons: [], reason: "2 trials errored" }, plainStyle)).toBe(
      "ERROR: 2 trials errored",
    );
  });
});

test("colours change nothing about the words and their places", async () => {
  const { stripVTControlCharacters } = await import("node:util");
  const made: MadeSuite = {
    metrics: [{ name: "m" }, { name: "n", judged: true, gating: false }],
    trials: [
      { id: "one", status: "failed", scores: [scored("m", 0), scored("n", 0.2, { gating: false })] },
      { id: "two", status: "passed", scores: [scored("m", 1), scored("n", 1)] },
    ],
  };
  const coloured = await report(made, { style: terminalStyle({ isTTY: true }, {}), decision: fail });
  expect(coloured).not.toBe(stripVTControlCharacters(coloured));
  expect(stripVTControlCharacters(coloured)).toBe(await report(made, { decision: fail }));
});
