import fc from "fast-check";
import { expect, test } from "vitest";
import { decide } from "../gate/index.ts";
import { decisionsOf, readResults, readSummaries, trendOf } from "../results/index.ts";
import type { GatePolicy, TrialStatus } from "../shape/index.ts";
import { comparedRuns, textOf } from "./compared-runs.test-helper.ts";
import { showDifference } from "./comparison-table.ts";
import { pairText } from "./comparison-text.ts";
import { showMeasure } from "./figures.ts";
import { written } from "./hostile.test-helper.ts";
import { writeComparisonPage, writeHtmlReport } from "./html/html-report.ts";
import { readPage } from "./html/strict-html.test-helper.ts";
import { writeJsonReport } from "./json-report.ts";
import { writeJunitReport } from "./junit/junit-report.ts";
import { readXml } from "./junit/strict-xml.test-helper.ts";
import { comparisonMarkdown, markdownReport } from "./markdown/markdown-report.ts";
import { beyondRates } from "./measure-text.ts";
import { type MadeSuite, type MadeTrial, scored, storedSuiteRun, without } from "./stored-run.test-helper.ts";
import { plainStyle } from "./style.ts";
import { suiteText } from "./suite-report.ts";
import { compareView, comparisonJson } from "./views/compare-view.ts";

const metrics = [
  { name: "quality", judged: true },
  { name: "safety", zeroTolerance: true },
];

/** A trial in a few letters: how it ended, and what quality and safety said. One that passed has scores that say so. */
const trialArbitrary = fc
  .record({
    status: fc.constantFrom<TrialStatus>("passed", "passed", "passed", "failed", "unscored", "errored", "skipped"),
    quality: fc.constantFrom(0, 0.25, 0.5, 1, "unscored", "skipped"),
    hit: fc.boolean(),
  })
  .map((made) => {
    if (made.status === "passed") return { ...made, quality: 1, hit: false };
    return made.status === "skipped" ? { ...made, quality: "skipped", hit: false } : made;
  });
const suiteArbitrary = fc.record({
  repeats: fc.integer({ min: 1, max: 3 }),
  cases: fc.array(fc.array(trialArbitrary, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
  neverPlayed: fc.integer({ min: 0, max: 2 }),
});
type Made = typeof suiteArbitrary extends fc.Arbitrary<infer T> ? T : never;

function suiteOf({ repeats, cases, neverPlayed }: Made): MadeSuite {
  const trials = cases.flatMap((row, index) =>
    row.slice(0, repeats).map(({ status, quality, hit }, repeat): MadeTrial => {
      const judged =
        typeof quality === "number" ? scored("quality", quality) : without("quality", quality as "skipped", "x");
      return { id: `case-${index}`, repeat: repeat + 1, status, scores: [judged, scored("safety", hit ? 0 : 1)] };
    }),
  );
  const count = cases.length + neverPlayed;
  const planned = count * repeats;
  return { metrics, planned, variants: [{ variant: {}, cases: count, planned }], trials };
}

type Value = number | "skipped" | "missing" | string;

/** What the sums should be, by nothing but the definition: repeats averaged in their case, what is missing left out, or 0 in the bound. */
function expectedMeans({ repeats, cases, neverPlayed }: Made, value: (trial: Made["cases"][number][number]) => Value) {
  const rows = cases.map((row) => row.slice(0, repeats).map(value));
  const meanOf = (values: readonly number[]) =>
    values.length === 0 ? undefined : values.reduce((sum, one) => sum + one, 0) / values.length;
  const seen = rows.map((row) => meanOf(row.filter((one) => typeof one === "number")));
  const atWorst = rows.map((row) =>
    meanOf(row.filter((one) => one !== "skipped").map((one) => (typeof one === "number" ? one : 0))),
  );
  return {
    observed: meanOf(seen.flatMap((one) => one ?? [])),
    atWorst: meanOf([...atWorst.flatMap((one) => one ?? []), ...Array<number>(neverPlayed).fill(0)]),
  };
}

test("every output of one run shows the same rate, means, hits and verdict", async () => {
  await fc.assert(
    fc.asyncProperty(suiteArbitrary, async (made) => {
      const { store, run, suite } = await storedSuiteRun(suiteOf(made));
      const [summary] = await readSummaries(store, run, suite);
      if (!summary) throw new Error("there is no summary");
      const decisions = await decisionsOf(store, run);
      const [decision] = decisions;
      if (!decision) throw new Error("there is no decision");
      const { passRate } = summary;
      const rate = expectedMeans(made, ({ status }) =>
        status === "skipped" ? "skipped" : status === "passed" ? 1 : status === "failed" ? 0 : "missing",
      );
      const quality = expectedMeans(made, ({ quality: value, status }) => (status === "errored" ? "missing" : value));
      for (const kind of ["observed", "atWorst"] as const) {
        expect(passRate[kind]?.mean ?? -1).toBeCloseTo(rate[kind] ?? -1, 12);
        expect(summary.metrics[0]?.[kind]?.mean ?? -1).toBeCloseTo(quality[kind] ?? -1, 12);
      }
      expect(decide([summary], suite.header.gate)).toMatchObject({
        verdict: decision.verdict,
        reason: decision.reason,
      });

      const hits = beyondRates(summary).find((line) => line.startsWith("safety: hit in")) ?? "";
      // An empty text would be found everywhere.
      expect(hits === "").toBe(summary.metrics[1]?.seen === 0);
      const figures = [passRate, ...summary.metrics].map((measure) => showMeasure(measure));
      const report = { store, run, stored: run, decisions };
      // A pass needs no reason where there is little room.
      const said = decision.verdict === "pass" ? "" : decision.reason;
      const settings = { style: plainStyle, showCommand: "viva show", verbose: true, decision };
      const terminal = (await suiteText(store, run, suite, settings)).text;
      expect(terminal).toContain(`pass rate ${figures[0]}`);
      expect(terminal.match(/^ {2}\S case-\d/gm)).toHaveLength(made.cases.length * made.repeats);
      expect(terminal).toContain(hits);
      expect(terminal).toContain(said);
      const markdown = await markdownReport(report);
      for (const figure of figures) expect(markdown).toContain(`| ${figure} |`);
      expect(markdown).toContain(hits);
      expect(markdown).toContain(said);
      const page = readPage(await written(writeHtmlReport, report)).text;
      expect(page).toContain(`pass rate ${figures[0]}`);
      expect(page).toContain(hits);
      expect(page).toContain(decision.reason);
      for (const figure of figures) expect(page).toContain(figure);
      const xml = JSON.stringify(readXml(await written(writeJunitReport, report)));
      for (const words of [...figures, hits, decision.verdict, decision.reason]) {
        expect(xml).toContain(JSON.stringify(words).slice(1, -1));
      }
      const json = JSON.parse(await written(writeJsonReport, report));
      // Where answers came from stands in the header: results are the same for a recording and its replay.
      const { answers: _answers, ...sums } = summary;
      expect(json.results[0].variants).toEqual(JSON.parse(JSON.stringify([sums])));
      expect(json.header.decisions).toMatchObject([{ verdict: decision.verdict, reason: decision.reason }]);
      const [trend] = trendOf(await readResults(store, run));
      for (const { measure, points } of trend?.series ?? []) {
        const shown = measure === passRate.name ? passRate : summary.metrics.find(({ name }) => name === measure);
        expect(showMeasure(points[0] as (typeof points)[number])).toBe(shown && showMeasure(shown));
      }
    }),
    { numRuns: 40 },
  );
});

/** Two runs of the same cases, some of them spoiled, unfinished, or under a policy that would like to pass. */
const comparedArbitrary = fc.record({
  count: fc.integer({ min: 1, max: 5 }),
  before: fc.array(trialArbitrary, { minLength: 5, maxLength: 5 }),
  after: fc.array(trialArbitrary, { minLength: 5, maxLength: 5 }),
  neverPlayed: fc.constantFrom(0, 0, 1),
  policy: fc.constantFrom<GatePolicy>({ margin: 0.9 }, { margin: 0.9, maxUnscored: 1 }, { primary: "quality" }, {}),
});

test("every form of a comparison has the same verdict, and none looks like a pass with trials missing", async () => {
  await fc.assert(
    fc.asyncProperty(comparedArbitrary, async ({ count, before, after, neverPlayed, policy }) => {
      const sideOf = (trials: typeof before, open: number) =>
        suiteOf({ repeats: 1, cases: trials.slice(0, count).map((one) => [one]), neverPlayed: open });
      const made = await comparedRuns([sideOf(before, 0)], [sideOf(after, neverPlayed)], policy);
      const { comparison, store } = made;
      const [pair] = comparison.suites;
      if (!pair || pair.refused) throw new Error("it was not compared");
      const { verdict, reason } = pair.decision;
      const spoiled = [...before.slice(0, count), ...after.slice(0, count)];
      const isOpen = neverPlayed > 0 || spoiled.some(({ status }) => status === "errored");
      if (isOpen) expect(verdict).not.toBe("pass");
      if (isOpen) expect(comparison.exitCode).not.toBe(0);
      expect(comparison.verdict).toBe(verdict);

      const figures = pair.measures.map((measure) => showDifference(measure));
      const [terminal = ""] = pairText(pair, { style: plainStyle });
      expect(terminal).toContain(`coach   ${verdict.toUpperCase()}: ${reason.slice(0, 400)}`);
      const markdown = comparisonMarkdown(comparison);
      const signs = { pass: "✅", fail: "❌", inconclusive: "❔", error: "⚠️" };
      expect(markdown).toContain(`### \`coach\` ${signs[verdict]} ${verdict}\n`);
      for (const figure of figures) {
        expect(terminal).toContain(figure);
        expect(markdown).toContain(`| ${figure} |`);
      }
      expect(comparisonJson(comparison)).toMatchObject({
        header: { verdict, exitCode: comparison.exitCode },
        suites: [{ decision: { verdict, reason }, measures: pair.measures }],
      });
      const answer = await compareView.answer(
        { store, invocation: "npx viva" },
        { before: made.before.id, after: made.after.id },
      );
      // The page decides by the policy of the later run; the figures are the same by any.
      expect(answer.suites[0]).toMatchObject({
        values: policy.primary ? expect.anything() : JSON.parse(JSON.stringify(pair.values)),
        flips: pair.flips,
      });
      if (isOpen) expect(answer.verdict).not.toBe("pass");
      const page = await textOf((write) => writeComparisonPage({ ...made, write }));
      expect(page).toContain(`<p>${verdict.toUpperCase()}: `);
      const held = /id="compare\?[^"]*">(.*)<\/script>/.exec(page)?.[1] ?? "{}";
      expect(JSON.parse(held)).toMatchObject({ verdict, suites: [{ decision: { verdict } }] });
    }),
    { numRuns: 12 },
  );
});
