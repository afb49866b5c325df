import type { Store } from "../store/index.ts";
import { type Html, html } from "./html/escape-html.ts";
import { type CarriedAnswer, writeHtmlPage } from "./html/html-page.ts";
import { type PairAnswer, sideTitle } from "./shown-pair.ts";
import { caseView } from "./views/case-view.ts";
import type { CompareAnswer } from "./views/compare-view.ts";
import { wholeVerdict } from "./whole-verdict.ts";

/** What the reports of a comparison are made from. */
export interface ComparisonReportSettings {
  store: Store;
  invocation: string;
  comparison: CompareAnswer;
  /** What was chosen, as it stands in the address. */
  chosen?: { suite?: string | undefined; variant?: string | undefined } | undefined;
  /** A run whose cases the page holds already. */
  held?: string | undefined;
  write(text: string): void | Promise<void>;
}

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
export function comparisonAddress(
  { before, after }: Pick<CompareAnswer, "before" | "after">,
  { suite, variant }: { suite?: string | undefined; variant?: string | undefined } = {},
): string {
  const words = new URLSearchParams({ ...(suite ? { suite } : {}), ...(variant ? { variant } : {}) }).toString();
  const path = [before, after].map(({ name }) => encodeURIComponent(name)).join("/");
  return `#/compare/${path}${words === "" ? "" : `?${words}`}`;
}

/** The answers that the page of a comparison asks for: the whole, each pair alone, and the cases that flipped. */
export async function* comparisonBlocks({
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
export function comparisonSummary({ suites, notCompared, verdict, reason, ownGates }: CompareAnswer): Html {
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
