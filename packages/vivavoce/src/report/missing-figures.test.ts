import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test } from "vitest";
import { readResults, trendOf } from "../results/index.ts";
import { comparedRuns } from "./compared-runs.test-helper.ts";
import { pairText } from "./comparison-text.ts";
import { written } from "./hostile.test-helper.ts";
import { writeHtmlReport } from "./html/html-report.ts";
import { readPage } from "./html/strict-html.test-helper.ts";
import { writeJsonReport } from "./json-report.ts";
import { writeJunitReport } from "./junit/junit-report.ts";
import { readXml } from "./junit/strict-xml.test-helper.ts";
import { comparisonMarkdown, markdownReport } from "./markdown/markdown-report.ts";
import { type MadeSuite, type MadeTrial, scored, storedSuiteRun, without } from "./stored-run.test-helper.ts";
import { plainStyle } from "./style.ts";
import { suiteText } from "./suite-report.ts";
import { trendText } from "./trend-text.ts";
import { comparisonJson } from "./views/compare-view.ts";
import { runsView, runView } from "./views/runs-view.ts";

const metrics = [{ name: "quality", judged: true }];
const trial = (id: string, value: number, repeat = 1): MadeTrial => ({
  ...{ id, repeat, status: value >= 0.5 ? "passed" : "failed" },
  scores: [scored("quality", value, { threshold: 0.5 })],
});
const errored = (id: string, repeat = 1): MadeTrial => ({ id, repeat, status: "errored" });
/** The judge did not answer. */
const unjudged = (id: string): MadeTrial => ({
  ...{ id, status: "unscored", scores: [without("quality", "unscored", "no answer")] },
});
const suite = (trials: MadeTrial[], cases: number, repeats = 1): MadeSuite => {
  const planned = cases * repeats;
  return { metrics, planned, variants: [{ variant: {}, cases, planned }], trials };
};

/** What every output shows: the pass rate and the metric as they were seen, and behind both how many are missing. */
interface Expected {
  rate: string;
  quality: string;
  rest: string;
  missing: number;
}

const four = [trial("a", 1), trial("b", 1), trial("c", 1), trial("d", 0.25)];
const situations: [string, MadeSuite, Expected][] = [
  [
    "a run that was interrupted, or that --bail ended",
    suite(four, 50),
    { rate: "0.75", quality: "0.81", rest: " of those finished, 46 missing", missing: 46 },
  ],
  [
    "a run that goes on, with a trial that is not scored yet",
    suite([...four, { id: "e" }], 6),
    { rate: "0.75", quality: "0.81", rest: " of those finished, 2 missing", missing: 2 },
  ],
  ["a run of which nothing is finished", suite([], 3), { rate: "–", quality: "–", rest: ", 3 missing", missing: 3 }],
  [
    "an outage of the judge",
    suite([unjudged("a"), unjudged("b")], 2),
    { rate: "–", quality: "–", rest: ", 2 missing", missing: 2 },
  ],
  [
    "an outage of the judge in one trial",
    suite([...four, unjudged("e")], 5),
    { rate: "0.75", quality: "0.81", rest: ", 1 missing", missing: 1 },
  ],
  [
    "a repeat that is missing",
    suite([trial("a", 1), errored("a", 2), trial("b", 1), trial("b", 0, 2)], 2, 2),
    { rate: "0.75", quality: "0.75", rest: ", 1 missing", missing: 1 },
  ],
];

/** The page's own parts. By their address, because the page is checked with other types. */
const part = async (file: string) =>
  import(/* @vite-ignore */ new URL(`../../../page/src/${file}`, import.meta.url).href);
const pageParts = { RunLine: unloaded, MetricTable: unloaded, Trends: unloaded, Pair: unloaded };
function unloaded(_props: object): never {
  throw new Error("the page's parts are not loaded");
}
beforeAll(async () => {
  const files = ["runs/run-line.tsx", "run/metric-table.tsx", "runs/trends.tsx", "compare/pair.tsx"];
  for (const file of files) Object.assign(pageParts, await part(file));
});
const { createElement } = await import("react");
const drawn = (name: keyof typeof pageParts, props: object) =>
  renderToStaticMarkup(createElement(pageParts[name], props))
    .replace(/<[^>]*>/g, "")
    .replaceAll("&gt;", ">");

/** The figure with its interval, where it has one. */
function figure(seen: string, rest: string): RegExp {
  const interval = seen === "–" ? "" : " \\[\\d\\.\\d\\d, \\d\\.\\d\\d\\]";
  return new RegExp(`${seen.replace(".", "\\.")}${interval}${rest}(?! missing|\\d)`);
}

describe.each(situations)("%s", (_name, made, { rate, quality, rest, missing }) => {
  test("is shown with the same figures everywhere, and what is missing is never a number", async () => {
    const { store, run, suite: stored } = await storedSuiteRun(made);
    const report = { store, run, stored: run, decisions: [] };
    const context = { store, invocation: "viva" };
    const settings = { style: plainStyle, showCommand: "viva show", verbose: true, decision: undefined };
    const { runs } = await runsView.answer(context, {});
    const listed = runs.find(({ id }) => id === run.id);
    const view = await runView.answer(context, { run: run.id });
    const [variant] = view.suites[0]?.variants ?? [];
    const [trend] = trendOf(await readResults(store, run));
    const points = trend?.series.find(({ measure }) => measure === "pass rate")?.points ?? [];
    const shown = {
      terminal: (await suiteText(store, run, stored, settings)).text,
      Markdown: await markdownReport(report),
      HTML: readPage(await written(writeHtmlReport, report)).text,
      JUnit: JSON.stringify(readXml(await written(writeJunitReport, report))),
      "page, words": variant?.words.passRate ?? "",
      "page, runs": drawn("RunLine", { run: listed, chosen: false, choose: () => {} }),
      "page, metrics": drawn("MetricTable", { suite: view.suites[0], sums: view.suites[0], measures: undefined }),
    };
    for (const [output, text] of Object.entries(shown)) expect(text, output).toMatch(figure(rate, rest));
    for (const output of ["Markdown", "HTML", "JUnit", "page, metrics"] as const)
      expect(shown[output], output).toMatch(figure(quality, rest));
    const [summary] = JSON.parse(await written(writeJsonReport, report)).results[0].variants;
    for (const [measure, seen] of [
      [summary.passRate, rate],
      [summary.metrics[0], quality],
    ]) {
      expect(measure).not.toHaveProperty("mean");
      expect(measure.missing).toBe(missing);
      expect(measure.observed?.mean.toFixed(2) ?? "–").toBe(seen);
    }
    if (rate === "–") {
      for (const [output, text] of Object.entries(shown)) expect(text, output).not.toMatch(/0\.00|✗/);
      return expect(points).toEqual([]);
    }
    expect(trendText("coach", trend ?? { variant: {}, series: [] }, plainStyle)).toMatch(figure(rate, rest));
    const trends = [{ suite: "coach", variants: [{ title: "", points }], leftOut: [] }];
    expect(drawn("Trends", { suites: trends, only: undefined })).toMatch(figure(rate, rest));
  });

  test("has the same figures beside another run, whose cases are all there", async () => {
    const { comparison } = await comparedRuns([suite(four, 4)], [made]);
    const [pair] = comparison.suites;
    if (!pair || pair.refused) return expect(made.trials).toEqual([]);
    const seen = { quality: ["0.81", quality], "pass rate": ["0.75", rate] };
    const [terminal = ""] = pairText(pair, { style: plainStyle });
    const markdown = comparisonMarkdown(comparison);
    const page = drawn("Pair", { pair, chosen: { before: "x", after: "y", others: ["y"] }, alone: true });
    const json = comparisonJson(comparison).suites[0] as typeof pair;
    for (const [name, [before, after]] of Object.entries(seen)) {
      const measure = json.measures.find((one) => one.name === name);
      expect(measure?.means.after.observed?.mean.toFixed(2) ?? "–").toBe(after);
      expect(measure?.means.after.missing).toBe(missing);
      const beside = `${after}${rest}`;
      expect(terminal).toMatch(new RegExp(`${name} +${before} +${beside} `));
      expect(markdown).toContain(`\`${name}\` | ${before} | ${beside} | `);
      expect(page).toContain(`${before} → ${beside}`);
      // What both runs have came out alike, so nothing is worse, whatever is missing.
      expect(measure?.difference ?? 0).toBe(0);
    }
    // A second repeat that failed is seen.
    if (made.trials.some(({ repeat = 1 }) => repeat > 1)) return;
    expect(page).toContain("0 worse, 0 better");
    expect(page).not.toMatch(/[1-9]\d* worse/);
  });
});
