import { describe, expect, test } from "vitest";
import { readSuite } from "../results/index.ts";
import { annotations, InertLog } from "./github/github.ts";
import {
  harmless,
  hostileRun,
  hostileTrial,
  type Payload,
  payloads,
  unprintable,
  written,
} from "./hostile.test-helper.ts";
import { writeHtmlReport } from "./html/html-report.ts";
import { readPage } from "./html/strict-html.test-helper.ts";
import { writeJunitReport } from "./junit/junit-report.ts";
import { readXml, shapeOf } from "./junit/strict-xml.test-helper.ts";
import { markdownReport } from "./markdown/markdown-report.ts";
import { sideBySideText } from "./side-by-side-text.ts";
import { transcript } from "./stored-run.test-helper.ts";
import { plainStyle } from "./style.ts";
import { suiteText } from "./suite-report.ts";
import { scoresText, transcriptText } from "./transcript-text.ts";
import { dagText } from "./views/graph-picture.ts";

test("the corpus has at least sixty texts, of many kinds, each once", () => {
  expect(new Set(payloads.map(({ text }) => text)).size).toBe(payloads.length);
  expect(new Set(payloads.map(({ id }) => id)).size).toBe(payloads.length);
  expect(payloads.length).toBeGreaterThanOrEqual(60);
  const kinds = new Set(payloads.map(({ kind }) => kind));
  for (const kind of ["script", "handler", "svg", "link", "image", "markdown", "terminal", "hidden", "workflow"]) {
    expect(kinds).toContain(kind);
  }
});

test("a hostile trial has its text in every place", () => {
  const text = JSON.stringify(hostileTrial({ id: "x", kind: "x", text: "MARK" }));
  expect(text.match(/MARK/g)?.length).toBeGreaterThan(25);
});

type Facts = Awaited<ReturnType<typeof hostileRun>>;

async function pageOf(facts: Facts) {
  return readPage(await written(writeHtmlReport, facts));
}

async function xmlShape(facts: Facts) {
  return shapeOf(readXml(await written(writeJunitReport, facts)));
}

/** What is left of Markdown when every code span is taken out. */
const skeleton = (text: string) => text.replace(/`[^`\n]*`/g, "`…`");

/** All that the terminal shows of a trial. */
async function terminalText({ store, stored, decisions }: Facts, payload: Payload): Promise<string> {
  const [suite] = stored.suites;
  if (!suite) throw new Error("no suite");
  const settings = { style: plainStyle, showCommand: "viva show", verbose: true, decision: decisions[0] };
  const { transcript: told = {}, scores = [] } = hostileTrial(payload);
  const { variants: results } = await readSuite(store, stored, suite);
  return [
    (await suiteText(store, stored, suite, settings)).text,
    sideBySideText(results, plainStyle),
    transcriptText(transcript(told), plainStyle),
    scoresText(scores, plainStyle),
    dagText(scores),
  ].join("\n");
}

async function annotationsOf({ store, stored, decisions }: Facts): Promise<string[]> {
  return annotations({ store, run: stored, decisions, placeOf: (_suite, file) => ({ file, line: 1 }) });
}

/** What reports of a text that says nothing look like: the measure for all others. */
async function measure() {
  const facts = await hostileRun(harmless);
  return {
    page: await pageOf(facts),
    xml: await xmlShape(facts),
    markdown: skeleton(await markdownReport(facts)),
    annotations: await annotationsOf(facts),
  };
}

describe("whatever a transcript says", async () => {
  const expected = await measure();
  const isCommand = (line: string) => line.trimStart().startsWith("::") || line.includes("##[");

  test.each(payloads)("every report has the same elements, and nobody obeys: $kind: $id", async (payload) => {
    const facts = await hostileRun(payload);

    const page = await pageOf(facts);
    expect(page.tags).toEqual(expected.page.tags);
    expect(page.scripts).toEqual(expected.page.scripts);
    expect(page.styles).toEqual(expected.page.styles);
    const names = (data: ReadonlyMap<string, unknown>) => [...data.keys()].map((key) => key.split("?")[0]);
    expect(names(page.data)).toEqual(names(expected.page.data));
    expect(page.text).not.toMatch(unprintable);
    expect(JSON.stringify([...page.data.values()])).not.toMatch(unprintable);

    expect(await xmlShape(facts)).toEqual(expected.xml);

    const markdown = await markdownReport(facts);
    expect(skeleton(markdown)).toBe(expected.markdown);
    const spans = [...markdown.matchAll(/`[^`\n]*`/g)].join("\n");
    expect(spans).not.toMatch(/[<>|@&\\]|\]\(|:\/\/|www\.|!\[/i);
    expect(spans).not.toMatch(unprintable);
    expect(markdown.length).toBeLessThan(5_000);

    const terminal = await terminalText(facts, payload);
    expect(terminal).not.toMatch(unprintable);
    expect(terminal.isWellFormed()).toBe(true);
    expect(
      new InertLog()
        .text(terminal)
        .split(/[\r\n]/)
        .filter(isCommand),
    ).toEqual([]);

    const lines = await annotationsOf(facts);
    expect(lines).toHaveLength(expected.annotations.length);
    for (const line of lines)
      expect(line).toMatch(/^::(?:error|warning|notice) (?:file=[^:,]*,line=1,)?title=[^:,]*::[^\r\n]*$/);
  });
});
