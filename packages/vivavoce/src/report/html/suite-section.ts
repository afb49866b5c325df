import type { VariantSummary } from "../../gate/index.ts";
import type { SideBySide, SuiteDecision } from "../../results/index.ts";
import type { StoredSuite } from "../../store/index.ts";
import { variantTitle } from "../../suite/index.ts";
import type { CaseTable } from "../case-table.ts";
import { beyondRates, passHatText, showMeasure, spentText, tallyText } from "../measure-text.ts";
import { sideBySideTable } from "../side-by-side-text.ts";
import { type Html, html } from "./escape-html.ts";
import { heatLegend, heatMap } from "./heat-map.ts";
import { metricTable } from "./metric-table.ts";

/** The facts of a suite that its section needs. */
export interface SuiteFacts {
  suite: StoredSuite;
  decision: SuiteDecision | undefined;
  summaries: VariantSummary[];
  whole: CaseTable;
  /** The part that the page holds, if the suite is too long. */
  shown: CaseTable;
  sides: SideBySide | undefined;
  dimensions: readonly Html[];
}

/** Everything about a suite above its list of cases. */
export function suiteSection(facts: SuiteFacts): Html {
  const { suite, whole, shown, summaries, sides, dimensions } = facts;
  const maps = shown.variants.map((variant, index) => {
    const title = shown.variants.length > 1 ? html`<p class="facts">${variantTitle(variant)}</p>` : undefined;
    return html`${title}${heatMap(shown, suite.position, index)}`;
  });
  return html`<h2>${suite.name}</h2>
${verdict(facts)}
${summaries.map((summary) => sums(summary, summaries.length > 1, suite.header.mode))}
<p class="facts">${modelsOf(suite)}</p>
${metricTable(whole, summaries)}
${sides ? sideBySideTable(sides) : undefined}
${dimensions}
<h3>Cases by metric<span class="facts">failures first; a click opens the case</span></h3>
${maps}
<output class="caption"></output>
${heatLegend()}
`;
}

const tones = { pass: "passed", fail: "failed", inconclusive: "inconclusive", error: "errored" } as const;

function verdict({ decision }: SuiteFacts): Html | undefined {
  if (!decision) return undefined;
  const { verdict: word, reason } = decision;
  return html`<p class="verdict ${tones[word]}"><b>${word.toUpperCase()}</b>${reason}</p>`;
}

function sums(summary: VariantSummary, several: boolean, mode: string): Html {
  const { variant, tally, passRate, repeats } = summary;
  const { tokens, cost, latency } = spentText(summary, mode);
  const title = several ? html`<b>${variantTitle(variant)}</b> · ` : undefined;
  const reliability = repeats && passHatText(repeats);
  const beyond = beyondRates(summary).map((line) => html`<p class="note">${line.trim()}</p>\n`);
  return html`<p>${title}${reliability === undefined ? undefined : html`<b>${reliability}</b> · `}pass rate <b>${showMeasure(passRate)}</b> · ${tallyText(tally)} <span class="facts">· agent: tokens ${tokens}, cost ${cost}, latency ${latency}</span></p>
${beyond}`;
}

function modelsOf({ header }: StoredSuite): string {
  const { models, mode, file } = header;
  const named = typeof models === "object" && models !== null ? Object.entries(models) : [];
  return [file, mode, ...named.map(([role, id]) => `${role}: ${String(id)}`)].join(" · ");
}
