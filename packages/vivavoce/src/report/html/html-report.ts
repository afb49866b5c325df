import type { StoredRun } from "../../shape/index.ts";
import type { Store } from "../../store/index.ts";
import { showMeasure } from "../figures.ts";
import type { ReportSettings } from "../report-settings.ts";
import { measured } from "../run-facts.ts";
import { type PairAnswer, sideTitle } from "../shown-pair.ts";
import { callsView } from "../views/calls-view.ts";
import { caseView } from "../views/case-view.ts";
import { type CompareAnswer, wholeVerdict } from "../views/compare-view.ts";
import { measuresView } from "../views/measures-view.ts";
import { reasonsView, rowsView } from "../views/rows-view.ts";
import { runView, shownSuites, type VariantView } from "../views/runs-view.ts";
import type { ViewContext } from "../views/view.ts";
import { type CarriedAnswer, type Html, html, writeHtmlPage } from "./html-page.ts";

interface RunPageSettings extends ReportSettings {
  /** How many cases of a suite the page holds, failures first. */
  maxCases?: number | undefined;
}

/**
 * Writes a run as one self-contained page: the app of `viva view`, with the answers that it would get from the server.
 * Conversations pass through one at a time. The page of a run that was compared opens at the comparison, and holds the
 * flips of both sides.
 */
export async function writeHtmlReport(settings: RunPageSettings): Promise<void> {
  const { run, comparison, write } = settings;
  await writeHtmlPage({
    title: `${run.suites.map(({ name }) => name).join(", ")} · ${run.id}`,
    summary: await summaryOf(settings),
    start: comparison ? comparisonAddress(comparison) : `#/run/${run.id}`,
    answers: answersOf(settings),
    write,
  });
}

/** A run in figures: of each suite the verdict, the pass rate and the metrics of each variant. */
async function summaryOf({ store, run, decisions, comparison }: ReportSettings): Promise<Html> {
  const suites = (await shownSuites(store, run, decisions)).map(({ name, decision, variants }) => {
    const said = decision && html`<p><b>${decision.verdict.toUpperCase()}</b> ${decision.reason}</p>`;
    return html`<h2>${name}</h2>
${said}
${variants.map((variant) => variantFigures(variant, variants.length > 1))}`;
  });
  return html`<main>
${runHeading(run)}${suites}${comparison && comparisonSummary(comparison)}</main>
`;
}

/** The most that the model calls of one case may take, and of all cases together, in characters. */
const mostOfCase = 200_000;
const mostOfAll = 20_000_000;

async function* answersOf(settings: RunPageSettings): AsyncGenerator<CarriedAnswer> {
  const { store, run, decisions, invocation = "npx viva", maxCases = 5_000, comparison } = settings;
  const context: ViewContext = { store, invocation };
  const ofRun = await runView.answer(context, { run: run.id });
  // The report's verdict may be that of a comparison with a baseline.
  const suites = ofRun.suites.map((suite) => {
    const decision = decisions.find((one) => one.suite === suite.name);
    return decision ? { ...suite, decision } : suite;
  });
  yield ["run", { run: run.id }, { ...ofRun, suites }];
  if (comparison) yield* comparisonBlocks({ store, invocation, comparison, held: run.id });
  let left = mostOfAll;
  for (const { position } of run.suites) {
    const asked = { run: run.id, suite: position };
    const rows = await rowsView.answer(context, { ...asked, limit: maxCases });
    yield ["rows", asked, { ...rows, next: undefined }];
    yield ["reasons", asked, await reasonsView.answer(context, asked)];
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

/** What the reports of a comparison are made from. */
type ComparisonReportSettings = {
  store: Store;
  invocation: string;
  comparison: CompareAnswer;
  /** What was chosen, as it stands in the address. */
  chosen?: { suite?: string | undefined; variant?: string | undefined } | undefined;
  /** A run whose cases the page holds already. */
  held?: string | undefined;
  write(text: string): void | Promise<void>;
};

/** The most flipped cases whose conversations a page carries, and the most characters of them. */
const mostCases = 200;
const mostText = 20_000_000;

/** Writes a comparison as one page: both conversations of each flipped case are in it. */
export async function writeComparisonPage(settings: ComparisonReportSettings): Promise<void> {
  const { comparison, chosen = {}, write } = settings;
  const { before, after } = comparison;
  await writeHtmlPage({
    title: `${before.name} → ${after.name}`,
    summary: html`<main>
${comparisonSummary(comparison)}</main>
`,
    start: comparisonAddress(comparison, chosen),
    answers: comparisonBlocks(settings),
    write,
  });
}

/** The address of a comparison on the page. */
function comparisonAddress(
  { before, after }: Pick<CompareAnswer, "before" | "after">,
  { suite, variant }: { suite?: string | undefined; variant?: string | undefined } = {},
): string {
  const words = new URLSearchParams({ ...(suite ? { suite } : {}), ...(variant ? { variant } : {}) }).toString();
  const path = [before, after].map(({ name }) => encodeURIComponent(name)).join("/");
  return `#/compare/${path}${words === "" ? "" : `?${words}`}`;
}

/** The answers that the page of a comparison asks for: the whole, each pair alone, and the cases that flipped. */
async function* comparisonBlocks({
  store,
  invocation,
  comparison,
  chosen = {},
  held,
}: Omit<ComparisonReportSettings, "write">): AsyncGenerator<CarriedAnswer> {
  const sides = { before: comparison.before.name, after: comparison.after.name };
  yield ["compare", { ...sides, ...chosen }, comparison];
  if (comparison.suites.length > 1) {
    for (const pair of comparison.suites) {
      const decisions = comparison.ownGates.filter(({ suite }) => suite === pair.suite);
      const alone = { suites: [pair], notCompared: [] };
      yield [
        "compare",
        { ...sides, ...pair.only },
        { ...comparison, ...alone, ...wholeVerdict({ ...alone, decisions }) },
      ];
    }
  }
  let room = mostText;
  const flipped = flippedCases(comparison.suites).filter(({ run }) => run !== held);
  for (const query of flipped.slice(0, mostCases * 2)) {
    const answer = await caseView.answer({ store, invocation }, query);
    room -= JSON.stringify(answer).length;
    if (room < 0) return;
    yield ["case", query, answer];
  }
}

/** Both sides of every flipped case, one after the other, each once. */
function flippedCases(pairs: readonly PairAnswer[]): { run: string; suite: number; case: string }[] {
  const queries = pairs.flatMap((pair) =>
    pair.refused
      ? []
      : pair.flips.flatMap(({ caseId, evidence }) =>
          (["before", "after"] as const).flatMap((side) => {
            const place = pair.stored[side];
            const isStored = place && (evidence?.trials[side].length ?? 0) > 0;
            return isStored ? [{ run: place.run, suite: place.suite, case: caseId }] : [];
          }),
        ),
  );
  return [...new Map(queries.map((query) => [JSON.stringify(query), query])).values()];
}

/** For readers without script, mail previews and search. A suite that the run's own gates decided has that verdict alone. */
function comparisonSummary({ suites, notCompared, verdict, reason, ownGates }: CompareAnswer): Html {
  const whole =
    reason &&
    html`<p>${verdict.toUpperCase()}: ${reason}</p>
`;
  const pairs = suites.map((pair) => {
    const isDecided = ownGates.some(({ suite }) => suite === pair.suite);
    const said = pair.refused
      ? `NOT COMPARABLE: ${pair.refused.join("; ")}. ${pair.remedy}`
      : `${isDecided ? "" : `${pair.decision.verdict.toUpperCase()}: `}${pair.decision.reason}`;
    return html`<h1>${pair.suite}: ${sideTitle(pair.before)} → ${sideTitle(pair.after)}</h1>
<p>${said}</p>
`;
  });
  return html`${whole}${pairs}${notCompared.map(
    (text) => html`<p>not compared: ${text}</p>
`,
  )}`;
}
