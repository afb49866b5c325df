import {
  type StoredRun,
  type StoredSuite,
  type SuiteDecision,
  type VariantSummary,
  variantTitle,
} from "../../shape/index.ts";
import { showMeasure } from "../figures.ts";
import { beyondRates, passHatText, tallyText } from "../measure-text.ts";
import { measured } from "../measured.ts";
import { type Html, html } from "./escape-html.ts";

/** Which run this is, and whether anything was measured at all. */
export function runHeading({ id, createdAt, finishedAt, header, suites }: StoredRun): Html {
  const when = new Date(createdAt).toISOString();
  const facts = [`viva ${header.viva}`, `Node ${header.node}`, ...(finishedAt === undefined ? ["unfinished"] : [])];
  const notice = measured(suites);
  return html`<h1>Viva · run ${id}</h1>
<p><time datetime="${when}">${when.slice(0, 19).replace("T", " ")} UTC</time> · ${facts.join(" · ")}</p>
${notice === undefined ? undefined : html`<p>${notice}</p>`}
`;
}

/** A suite in figures: the verdict, the pass rate and the metrics of each variant. */
export function suiteSummary(
  { name }: StoredSuite,
  summaries: readonly VariantSummary[],
  decision: SuiteDecision | undefined,
): Html {
  const said = decision && html`<p><b>${decision.verdict.toUpperCase()}</b> ${decision.reason}</p>`;
  return html`<h2>${name}</h2>
${said}
${summaries.map((summary) => variantFigures(summary, summaries.length > 1))}`;
}

function variantFigures(summary: VariantSummary, several: boolean): Html {
  const { variant, tally, passRate, repeats, metrics } = summary;
  const reliability = repeats && passHatText(repeats);
  const lines = [
    `${several ? `${variantTitle(variant)} · ` : ""}pass rate ${showMeasure(passRate)} · ${tallyText(tally)}`,
    ...(reliability === undefined ? [] : [reliability]),
    ...metrics.map((metric) => `${metric.name} ${showMeasure(metric)}`),
    ...beyondRates(summary).map((line) => line.trim()),
  ];
  return html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>
`;
}
