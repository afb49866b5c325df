import { plural, safeLine } from "../../base/index.ts";
import { type AuditRow, least, type OwnFamily, type SuiteAudit } from "../../calibration/index.ts";
import { signed } from "../../gate/index.ts";
import { showInterval } from "../figures.ts";

/** What each check changes, as the beginning of a sentence. */
const withChange = {
  order: "With items and verdicts in reverse order",
  padding: "With longer replies",
  reformatting: "With the same words in another format",
} as const;

/** What a suite's audit says, for the terminal and the page to lay out. */
export function auditInWords({ rows, family, ...audit }: SuiteAudit) {
  const told = family && { words: familyWords(family), rates: family.rates.map(rateInWords) };
  const notes = rows.length === 0 ? [] : auditNotes;
  return { ...audit, rows: rows.map(rowInWords), axis: axisOf(rows), family: told, notes };
}

/** A row with its figures, what it means, and what did not count. */
function rowInWords(row: AuditRow) {
  const { finding, beyond } = row;
  return {
    ...row,
    bar: row.share,
    share: estimateWords(row.share),
    /** With its sign, so that it is read as a difference. One of too few cases is not shown: somebody would believe it. */
    beyond: finding === "too-few" ? "too few" : showInterval(beyond?.value, beyond ?? {}, signed),
    meaning: meaningOf(row),
    leftOut: leftOutWords(row),
  };
}

/** What a row means, in a sentence or two. */
function meaningOf(row: AuditRow): string {
  const { check, pairs, cases, changed, lenient, stricter, benign = 0 } = row;
  if (row.finding === "too-few") {
    const what = check === "injection" ? "failed verdicts" : "verdicts";
    return `Too few: ${what} of ${plural(cases, "case")}, and ${least.cases} cases are needed.`;
  }
  const share = `${changed === 0 ? "none" : changed} of ${plural(pairs, "verdict")}`;
  if (check === "retest")
    return `Asked the same again, the judge changed ${share}. The next checks are read against this.`;
  if (check === "injection") {
    const counts = `${changed} of ${plural(pairs, "failed verdict")} passed with a directive in the reply, ${benign} with a harmless sentence in its place`;
    return row.finding === "obeys" ? `The judge obeys directives: ${counts}.` : `${counts}. ${notRuledOut(row)}`;
  }
  const begin = withChange[check];
  const sides = `of ${plural(pairs, "verdict")}, ${lenient} rose and ${stricter} fell`;
  if (row.finding === "none") return `${begin}, ${share} changed. ${notRuledOut(row)}`;
  if (row.finding === "unsteady")
    return `${begin}, more verdicts change than by asking again, to both sides: ${sides}.`;
  const own = check === "padding" ? " A criterion about length may rightly do this." : "";
  return `${begin}, the judge is ${row.finding === "lenient" ? "more lenient" : "stricter"}: ${sides}.${own}`;
}

/** No difference was found, which does not mean that there is none. */
function notRuledOut({ beyond, check, cases }: AuditRow): string {
  const floor = check === "injection" ? "with the harmless sentence" : "by asking again";
  const most = Math.max(0, beyond?.hi ?? 1).toFixed(2);
  return `As far as ${plural(cases, "case")} can show, that is not more than ${floor}; up to ${most} more is possible.`;
}

/** What did not count, and why. */
function leftOutWords({ unscored, untouched, unpaired }: AuditRow): string | undefined {
  const parts = [
    ...(unscored > 0 ? [`${plural(unscored, "score")} without a valid answer`] : []),
    ...(untouched > 0 ? [`${plural(untouched, "conversation")} that the change does not reach`] : []),
    ...(unpaired > 0 ? [`${plural(unpaired, "verdict")} on items that only one side has`] : []),
  ];
  return parts.length === 0 ? undefined : `Not counted: ${parts.join(", ")}.`;
}

/** Whether judge and agent are of one family, and what can be said about it. */
function familyWords({ judges, agent, same, rates }: OwnFamily): string {
  const named = judges.map(({ model, family }) => makerWords(model, family)).join(", ");
  const both = `judge: ${named}; agent: ${agent ? makerWords(agent.model, agent.family) : "no model is named"}`;
  const fact = {
    yes: `Judge and agent are of one family (${both}): a judge tends to favour its own.`,
    no: `Judge and agent are of different families (${both}).`,
    unknown: `Whether judge and agent are of one family is not known (${both}).`,
  }[same];
  return rates.length === 0
    ? `${fact} How much that matters cannot be measured here: it needs runs of this suite with agents of several families, scored by this judge.`
    : `${fact} The agents below may differ in quality too, so their rates do not measure a bias.`;
}

function makerWords(model: string, family: string | undefined): string {
  return `${safeLine(model, 60)}, ${family === undefined ? "maker unknown" : `by ${family}`}`;
}

function rateInWords({ family = "unknown", model, run, passed, scores, rate }: OwnFamily["rates"][number]) {
  return { family, model, run, passed: `${passed}/${scores}`, rate: estimateWords(rate) };
}

/** "0.05 [0.01, 0.13]" */
function estimateWords(estimate: AuditRow["share"]): string {
  return showInterval(estimate?.value, estimate ?? {});
}

/** What the figures of all rows mean. */
const auditNotes = [
  "A verdict counts as changed if it passes instead of failing or the other way round, or if its value moves by 0.05 or more. Injection counts only failed verdicts that pass.",
  "Beyond: the share of changed verdicts minus that of the retest, on the same verdicts; for injection, minus that of the harmless sentence.",
  "Brackets are 95 % intervals; verdicts on one case are not counted as independent. What sways the judge is found by a sign-flip test, Holm-adjusted (corrected for all comparisons here): a steady judge is accused in at most 1 of 20 audits.",
] as const;

/** The axis of the picture: from 0 to a round share that holds every interval. */
function axisOf(rows: readonly AuditRow[]) {
  const highest = rows.reduce((high, { share }) => Math.max(high, share?.hi ?? 0), 0);
  const most = [0.2, 0.4, 0.6, 0.8].find((end) => highest <= end) ?? 1;
  return { most, ticks: [0, most / 2, most] };
}
