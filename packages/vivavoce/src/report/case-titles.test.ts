import { expect, test } from "vitest";
import { annotations } from "./github/github.ts";
import { writeHtmlReport } from "./html/html-report.ts";
import { readPage } from "./html/strict-html.test-helper.ts";
import { writeJsonReport } from "./json-report.ts";
import { writeJunitReport } from "./junit/junit-report.ts";
import { markdownReport } from "./markdown/markdown-report.ts";
import { check, type MadeSuite, scored, storedRun } from "./stored-run.test-helper.ts";
import { plainStyle } from "./style.ts";
import { suiteText } from "./suite-report.ts";

const title = "[multi-turn] The user says <no>";
const made: MadeSuite = {
  metrics: [{ name: "rubric", judged: true }],
  variants: [
    { variant: { prompt: "v1" }, cases: 1, planned: 1 },
    { variant: { prompt: "v2" }, cases: 2, planned: 2 },
  ],
  trials: [
    { id: "refused", title, variant: { prompt: "v1" }, status: "failed", scores: [rated(2, null)] },
    { id: "refused", title, variant: { prompt: "v2" }, status: "passed", scores: [rated(5, null)] },
    { id: "plain", variant: { prompt: "v2" }, status: "passed", scores: [rated(4, 3)] },
  ],
};

/** A rubric's score: brevity and tone, from 1 to 5. */
function rated(brevity: number, tone: number | null) {
  const checks = Object.entries({ brevity, tone }).map(([id, point]) =>
    check(id, "because", { dimension: id, ok: true, ...(point === null ? {} : { value: (point - 1) / 4 }) }),
  );
  const native = { value: brevity, min: 1, max: 5 };
  return scored("rubric", (brevity - 1) / 4, {
    judged: true,
    threshold: 0.625,
    passed: brevity >= 3.5,
    checks,
    native,
  });
}

const { store, run } = await storedRun(made);
const collected = async (write: (settings: { write(text: string): void }) => Promise<void>) => {
  let text = "";
  await write({
    write: (part) => {
      text += part;
    },
  });
  return text;
};
const settings = { store, run, decisions: [] };
const consoleText = async (columns?: number) => {
  const style = { ...plainStyle, columns };
  const [suite] = run.suites;
  if (!suite) throw new Error("there is no suite");
  const wanted = { style, showCommand: "viva show x", verbose: true, decision: undefined };
  return (await suiteText(store, run, suite, wanted)).text;
};

test("the terminal shows a case's title beside its values, and every dimension with --verbose", async () => {
  const text = await consoleText();
  expect(text).toContain("refused          0.25   [multi-turn] The user says <no>\n");
  expect(text).toContain("rubric  2.00 of 5, at least 3.5: brevity 2 · tone –");
  expect(text).toContain("rubric  4.00 of 5, at least 3.5: brevity 4 · tone 3");
  expect(text).toContain("rubric  2.00 of 5 is under the threshold of 3.5");
  expect(text).toMatch(/✓ plain +0\.75\n/);
});

test("in a narrow terminal the title has a line of its own", async () => {
  expect(await consoleText(40)).toMatch(/✗ refused +0\.25\n {6}\[multi-turn\] The user says <no>\n/);
});

test("JUnit names a test by its title and its id; without a title by its id", async () => {
  const xml = await collected((more) => writeJunitReport({ ...settings, ...more }));
  expect(xml).toContain('name="[multi-turn] The user says &lt;no&gt; (refused)"');
  expect(xml).toContain('name="plain"');
});

test("Markdown and annotations say it beside the id", async () => {
  expect(await markdownReport(settings)).toContain(
    "- ✗ `refused` failed (answers: unknown): `[multi-turn] The user says ‹no›`",
  );
  const [first] = await annotations({ ...settings, placeOf: () => undefined });
  expect(first).toContain("[multi-turn] The user says <no>%0A");
});

test("JSON has it for every trial", async () => {
  const json = JSON.parse(await collected((more) => writeJsonReport({ ...settings, ...more })));
  expect(json.results[0].trials.map((trial: { title: string }) => trial.title)).toEqual([title, title, "plain"]);
});

test("the page has it in its list of cases", async () => {
  const { data } = readPage(await collected((more) => writeHtmlReport({ ...settings, ...more })));
  const [, rows] = [...data].find(([id]) => id.startsWith("rows?")) ?? [];
  expect(rows).toMatchObject({ rows: [{ id: "refused", title }, { id: "plain" }] });
});
