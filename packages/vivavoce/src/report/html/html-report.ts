import { readSuite, sideBySide } from "../../results/index.ts";
import type { StoredRun, StoredSuite } from "../../store/index.ts";
import { type CaseTable, caseTable } from "../case-table.ts";
import { showCount } from "../figures.ts";
import type { ReportSettings } from "../report-settings.ts";
import { caseFilter, caseRow } from "./case-list.ts";
import { dimensionSections } from "./dimension-section.ts";
import { html } from "./escape-html.ts";
import { frame } from "./frame.ts";
import { GraphShelf } from "./graph-shelf.ts";
import { heatMapData } from "./heat-map.ts";
import type { CarriedAnswer } from "./html-page.ts";
import { runHeader } from "./run-header.ts";
import { scriptJson } from "./script-json.ts";
import { suiteSection } from "./suite-section.ts";
import { trialView } from "./trial-view.ts";

export interface HtmlReportSettings extends ReportSettings {
  /** How many cases of a suite the page holds, failures first. */
  maxCases?: number | undefined;
  /** Further answers that the page may ask for, such as a comparison. */
  answers?: AsyncIterable<CarriedAnswer> | Iterable<CarriedAnswer> | undefined;
  /** Where the page opens, if not at the run. */
  start?: string | undefined;
}

/**
 * Writes a run as one self-contained page: figures and lists as markup, transcripts as data that the
 * page's script turns into text when a case is opened. Transcripts pass through one at a time.
 */
export async function writeHtmlReport({ store, run, decisions, write, maxCases = 5_000 }: HtmlReportSettings) {
  const { top, bottom } = frame(`${run.suites.map(({ name }) => name).join(", ")} · ${run.id}`);
  await write(top);
  await write(runHeader(run).toString());
  const shown: { suite: StoredSuite; table: CaseTable }[] = [];
  for (const suite of run.suites) {
    const { summaries, variants } = await readSuite(store, run, suite);
    const whole = await caseTable(store, run.id, suite);
    const table = { ...whole, cases: whole.cases.slice(0, maxCases) };
    shown.push({ suite, table });
    const sides = variants.length > 1 ? sideBySide(variants) : undefined;
    const decision = decisions.find((one) => one.suite === suite.name);
    const dimensions = dimensionSections(variants);
    const section = suiteSection({ suite, decision, summaries, whole, shown: table, sides, dimensions });
    await write(`<section class="suite" data-suite="${suite.position}">\n${section}`);
    await writeCases(table, suite, whole.cases.length - table.cases.length, write);
    await write("</section>\n");
  }
  await write(`${html`<footer>${footer(run)}</footer>`}\n`);
  const graphs = new GraphShelf();
  for (const { suite, table } of shown) await writeData({ store, run, suite, table, graphs, write });
  await write(block("graphs", graphs.pictures));
  await write(bottom);
}

async function writeCases(table: CaseTable, suite: StoredSuite, left: number, write: HtmlReportSettings["write"]) {
  await write(`<h3>Cases</h3>\n${caseFilter(table)}`);
  for (const [index, entry] of table.cases.entries()) {
    await write(caseRow(entry, table, { suite: suite.position, index }).toString());
  }
  if (left > 0)
    await write(
      `${html`<p class="note">… ${showCount(left)} more, which are in the store and in the JSON report.</p>`}\n`,
    );
}

interface DataSettings extends Pick<HtmlReportSettings, "store" | "run" | "write"> {
  suite: StoredSuite;
  table: CaseTable;
  graphs: GraphShelf;
}

async function writeData({ store, run, suite, table, graphs, write }: DataSettings): Promise<void> {
  await write(block(`s${suite.position}`, heatMapData(table)));
  const wanted = new Set(table.cases.flatMap(({ trials }) => trials.map(({ position }) => position)));
  for await (const trial of store.trials.read(run.id, suite.position)) {
    if (!wanted.has(trial.position)) continue;
    const view = trialView(trial, (score) => graphs.place(score));
    await write(block(`t${suite.position}-${trial.position}`, view));
  }
}

/** Data that a browser neither runs nor shows. */
function block(id: string, data: unknown): string {
  return `<script type="application/json" id="${id}">${scriptJson(data)}</script>\n`;
}

function footer({ id }: StoredRun): string {
  return `viva show ${id} CASE shows a case in the terminal; viva show ${id} --json has everything.`;
}
