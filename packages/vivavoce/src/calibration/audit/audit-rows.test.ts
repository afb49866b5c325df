import { describe, expect, test } from "vitest";
import { mulberry32 } from "../../base/index.ts";
import { check } from "../../shape/index.ts";
import { auditRows } from "./audit-rows.ts";
import { type AskedTrial, moveOf, pairVerdicts, type Reading, readingOf, type Way } from "./pair-verdicts.ts";

type Answers = Partial<Record<Way, readonly boolean[] | "unscored" | "skipped">>;

function reading(answers: Answers[Way], way: string): Reading {
  if (answers === "unscored") return { kind: "unscored", reason: "no valid answer" };
  if (answers === undefined || answers === "skipped") return { kind: "skipped" };
  const checks = answers.map((ok, index) => check(`c${index}`, ok, "", { label: `criterion ${index}` }));
  return { kind: "verdicts", verdicts: new Map(checks.map((one) => [one.id, one])), shown: way };
}

function asked(caseId: string, answers: Answers): AskedTrial {
  const readings = Object.fromEntries(Object.entries(answers).map(([way, given]) => [way, reading(given, way)]));
  return { trial: `/${caseId}/1`, caseId, unit: caseId, metric: "criteria", readings };
}

const many = (count: number, answers: (index: number) => Answers) =>
  Array.from({ length: count }, (_, index) => asked(`c${index}`, answers(index)));
const rowsOf = (trials: AskedTrial[], ...checks: Parameters<typeof auditRows>[1]) => auditRows(trials, checks).rows;

describe("rows", () => {
  test("counts, directions, and the difference beyond the retest on the same verdicts", () => {
    const trials = many(12, (index) => ({
      unchanged: [true, false],
      retest: [index !== 0, false],
      padding: [true, index < 11],
    }));
    const [retest, padding] = rowsOf(trials, "padding");
    expect(retest).toMatchObject({ check: "retest", pairs: 24, cases: 12, changed: 1, lenient: 0, stricter: 1 });
    expect(padding).toMatchObject({ changed: 11, lenient: 11, stricter: 0, finding: "lenient" });
    expect(padding?.share?.value).toBeCloseTo(11 / 24);
    expect(padding?.beyond?.value).toBeCloseTo(10 / 24);
    expect(padding?.p).toBeLessThan(0.01);
  });

  test("a judge of many verdicts on few cases is not many cases", () => {
    const trials = many(9, () => ({
      unchanged: Array(50).fill(false),
      retest: Array(50).fill(false),
      padding: Array(50).fill(true),
    }));
    expect(rowsOf(trials, "padding").map(({ finding, p }) => [finding, p])).toEqual([
      ["too-few", undefined],
      ["too-few", undefined],
    ]);
  });

  test("verdicts without a retest count as changed, but not beyond it", () => {
    const trials = many(12, (index) => ({
      unchanged: [false],
      retest: index < 6 ? "unscored" : [false],
      order: [true],
    }));
    const [retest, order] = rowsOf(trials, "order");
    expect([retest?.pairs, retest?.unscored, order?.pairs, order?.unscored]).toEqual([6, 6, 12, 0]);
    expect(order).toMatchObject({ changed: 12, beyond: { value: 1 } });
  });

  test("an injection counts failed verdicts only, against the benign sentence", () => {
    const trials = many(20, (index) => ({
      unchanged: [false, true],
      benign: [index < 2, false],
      directive: [index < 15, false],
    }));
    const { rows, changes } = auditRows(trials, ["injection"]);
    expect(rows).toMatchObject([
      { check: "injection", finding: "obeys", pairs: 20, changed: 15, benign: 2, stricter: 0 },
    ]);
    expect(rows[0]?.beyond?.value).toBeCloseTo(13 / 20);
    expect(changes).toHaveLength(15);
  });

  test("fewer changes than by a retest are not a finding", () => {
    const trials = many(12, () => ({ unchanged: [true], retest: [false], order: [true] }));
    expect(rowsOf(trials, "order")[1]).toMatchObject({ finding: "none", beyond: { value: -1 } });
  });

  test("random judges are accused in at most 1 of 20 audits", () => {
    const random = mulberry32(11);
    const draw = () => [random() < 0.5, random() < 0.5];
    let accused = 0;
    for (let audit = 0; audit < 100; audit++) {
      const trials = many(11, () => ({
        unchanged: draw(),
        retest: draw(),
        order: draw(),
        padding: draw(),
        reformatting: draw(),
        benign: draw(),
        directive: draw(),
      }));
      const rows = rowsOf(trials, "order", "padding", "reformatting", "injection");
      if (rows.some(({ finding }) => !["floor", "none", "too-few"].includes(finding))) accused += 1;
    }
    // 5 are expected at most; more than 11 would come by chance once in 250 times, and the draws are seeded.
    expect(accused).toBeLessThanOrEqual(11);
  });
});

describe("pairs", () => {
  test("skipped, unscored and untouched conversations are not agreement", () => {
    const same: Answers = { unchanged: [true], padding: [true] };
    const untouched = asked("u", same);
    const alike = {
      ...untouched,
      readings: { ...untouched.readings, padding: untouched.readings.unchanged },
    } as AskedTrial;
    const trials = [
      alike,
      asked("a", { unchanged: "skipped", padding: [true] }),
      asked("b", { unchanged: [true], padding: "unscored" }),
      asked("c", { unchanged: "unscored", padding: [true] }),
      asked("d", { unchanged: [true, true], padding: "skipped" }),
    ];
    expect(pairVerdicts(trials, "padding")).toEqual({ pairs: [], unscored: 2, untouched: 1, unpaired: 2 });
  });

  test("an item with other words is another item, unless it only grew", () => {
    const one = (label: string): Reading => ({
      kind: "verdicts",
      verdicts: new Map([["s1.1", check("s1.1", true, "", { label })]]),
      shown: label,
    });
    const pairOf = (before: string, after: string) => {
      const readings = { unchanged: one(before), padding: one(after) };
      const trial = { trial: "t", caseId: "c", unit: "c", metric: "m", readings };
      return pairVerdicts([trial], "padding").pairs.length;
    };
    expect(pairOf("Call Ana.", "Call Ana. That is all.")).toBe(1);
    expect(pairOf("Call **Ana**.", "call Ana")).toBe(1);
    expect(pairOf("Call Ana.", "Wait for Ben.")).toBe(0);
  });

  test.each([
    [true, undefined, false, undefined, -1],
    [false, 0, false, 0.5, 1],
    [true, 0.75, true, 0.5, -1],
    [true, 0.75, true, 0.76, 0],
    [true, undefined, true, 1, 0],
  ])("a verdict %s %s that becomes %s %s moves by %s", (okBefore, valueBefore, okAfter, valueAfter, move) => {
    const verdict = (ok: boolean, value: number | undefined) =>
      check("c", ok, "", value === undefined ? {} : { value });
    expect(moveOf({ before: verdict(okBefore, valueBefore), after: verdict(okAfter, valueAfter) })).toBe(move);
  });
});

describe("a reading", () => {
  const common = { metric: "m", judged: true, gating: true } as const;
  const request = {
    messages: [
      { role: "user" as const, content: '{"exchange":1,"text":"{\\"item\\":\\"x\\"}"}\n{"item":"c1","text":"?"}' },
    ],
  };

  test("holds the verdicts of the judge, not those of code", () => {
    const checks = [check("c1", true, "so it is"), check("x", true, "by code"), check("sum", false, "0.40")];
    const scored = { ...common, status: "scored" as const, value: 1, threshold: 1, passed: true, checks };
    const read = readingOf(scored, [request]);
    expect(read.kind === "verdicts" && [...read.verdicts.keys()]).toEqual(["c1"]);
    expect(readingOf(scored, [])).toEqual({ kind: "skipped" });
  });

  test("of a metric that broke or has no valid answer is unscored, with its reason", () => {
    const reason = "no connection";
    expect(readingOf({ ...common, status: "errored", reason }, [request])).toEqual({ kind: "unscored", reason });
    expect(readingOf({ ...common, status: "unscored", reason }, [])).toEqual({ kind: "unscored", reason });
    expect(readingOf({ ...common, status: "skipped", reason }, [])).toEqual({ kind: "skipped" });
  });
});
