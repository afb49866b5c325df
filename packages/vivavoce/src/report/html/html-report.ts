import type { StoredRun } from "../../shape/index.ts";
import { showMeasure } from "../figures.ts";
import type { ReportSettings } from "../report-settings.ts";
import { measured } from "../run-facts.ts";
import { callsView } from "../views/calls-view.ts";
import { caseView } from "../views/case-view.ts";
import { measuresView } from "../views/measures-view.ts";
import { rowsView } from "../views/rows-view.ts";
import { runView, shownSuites, type VariantView } from "../views/run-view.ts";
import type { ViewContext } from "../views/view.ts";
import { type Html, html } from "./escape-html.ts";
import { type CarriedAnswer, writeHtmlPage } from "./html-page.ts";

export interface HtmlReportSettings extends ReportSettings {
  /** How many cases of a suite the page holds, failures first. */
  maxCases?: number | undefined;
  /** Further answers that the page may ask for, such as a comparison. */
  answers?: AsyncIterable<CarriedAnswer> | Iterable<CarriedAnswer> | undefined;
  /** What stands below the run's own figures where no script runs, such as a comparison. */
  below?: Html | undefined;
  /** Where the page opens, if not at the run. */
  start?: string | undefined;
}

/**
 * Writes a run as one self-contained page: the app of `viva view`, with the answers that it would get from the server.
 * Conversations pass through one at a time.
 */
export async function writeHtmlReport(settings: HtmlReportSettings): Promise<void> {
  const { run, write, start = `#/run/${run.id}` } = settings;
  await writeHtmlPage({
    title: `${run.suites.map(({ name }) => name).join(", ")} · ${run.id}`,
    summary: await summaryOf(settings),
    start,
    answers: answersOf(settings),
    write,
  });
}

/** A run in figures: of each suite the verdict, the pass rate and the metrics of each variant. */
async function summaryOf({ store, run, decisions, below }: HtmlReportSettings): Promise<Html> {
  const suites = (await shownSuites(store, run, decisions)).map(({ name, decision, variants }) => {
    const said = decision && html`<p><b>${decision.verdict.toUpperCase()}</b> ${decision.reason}</p>`;
    return html`<h2>${name}</h2>
${said}
${variants.map((variant) => variantFigures(variant, variants.length > 1))}`;
  });
  return html`<main>
${runHeading(run)}${suites}${below}</main>
`;
}

/** The most that the model calls of one case may take, and of all cases together, in characters. */
const mostOfCase = 200_000;
const mostOfAll = 20_000_000;

async function* answersOf(settings: HtmlReportSettings): AsyncGenerator<CarriedAnswer> {
  const { store, run, decisions, invocation = "npx viva", maxCases = 5_000, answers = [] } = settings;
  const context: ViewContext = { store, invocation };
  const ofRun = await runView.answer(context, { run: run.id });
  // The report's verdict may be that of a comparison with a baseline.
  const suites = ofRun.suites.map((suite) => {
    const decision = decisions.find((one) => one.suite === suite.name);
    return decision ? { ...suite, decision } : suite;
  });
  yield ["run", { run: run.id }, { ...ofRun, suites }];
  yield* answers;
  let left = mostOfAll;
  for (const { position } of run.suites) {
    const asked = { run: run.id, suite: position };
    const rows = await rowsView.answer(context, { ...asked, limit: maxCases });
    yield ["rows", asked, { ...rows, next: undefined }];
    yield ["measures", asked, await measuresView.answer(context, asked)];
    for (const { id, trials } of rows.rows) {
      yield ["case", { ...asked, case: id }, await caseView.answer(context, { ...asked, case: id })];
      let room = Math.min(mostOfCase, left);
      for (const { position: trial } of trials) {
        if (room <= 0) break;
        const query = { ...asked, case: id, trial };
        const calls = await callsView.answer(context, query);
        const { answer, size } = fitting(calls, room);
        room -= size;
        left -= size;
        yield ["calls", query, answer];
      }
    }
  }
}

type CallsAnswer = Awaited<ReturnType<typeof callsView.answer>>;

/** As many of the calls as there is room for; the answer says how many are left out. */
function fitting(answer: CallsAnswer, room: number): { answer: CallsAnswer; size: number } {
  let size = 0;
  const end = answer.calls.findIndex((call) => {
    size += JSON.stringify(call).length;
    return size > room;
  });
  if (end < 0) return { answer, size };
  return { answer: { ...answer, calls: answer.calls.slice(0, end), leftOut: answer.calls.length - end }, size };
}

/** Which run this is, and whether anything was measured at all. */
function runHeading({ id, createdAt, finishedAt, header, suites }: StoredRun): Html {
  const when = new Date(createdAt).toISOString();
  const facts = [`viva ${header.viva}`, `Node ${header.node}`, ...(finishedAt === undefined ? ["unfinished"] : [])];
  const notice = measured(suites);
  return html`<h1>Viva · run ${id}</h1>
<p><time datetime="${when}">${when.slice(0, 19).replace("T", " ")} UTC</time> · ${facts.join(" · ")}</p>
${notice === undefined ? undefined : html`<p>${notice}</p>`}
`;
}

function variantFigures({ title, metrics, words }: VariantView, several: boolean): Html {
  const lines = [
    `${several ? `${title} · ` : ""}pass rate ${words.passRate} · ${words.tally}`,
    ...(words.reliability === undefined ? [] : [words.reliability]),
    ...metrics.map((metric) => `${metric.name} ${showMeasure(metric)}`),
    ...words.beyond,
  ];
  return html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>
`;
}
