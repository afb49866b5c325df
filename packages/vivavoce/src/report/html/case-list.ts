import { plural, safeLine } from "../../base/index.ts";
import type { CaseTable, CaseTableEntry, TrialEntry } from "../case-table.ts";
import { urgency } from "../case-table.ts";
import { showValue } from "../figures.ts";
import { type Html, html } from "./escape-html.ts";
import { statusMarks } from "./page/marks.ts";

/** The controls that narrow the list; shown only if the page's script runs. */
export function caseFilter({ cases }: CaseTable): Html {
  const counts = new Map(urgency.map((status) => [status, cases.filter((entry) => entry.status === status).length]));
  const button = (status: string, words: string) =>
    html`<button type="button" data-status="${status}" aria-pressed="${status === "" ? "true" : "false"}">${words}</button>`;
  const buttons = urgency
    .filter((status) => (counts.get(status) ?? 0) > 0)
    .map((status) => button(status, `${status} ${counts.get(status)}`));
  return html`<div class="filter" data-needs-script hidden>${button("", `all ${cases.length}`)}${buttons}<input type="search" placeholder="id, tag or reason" aria-label="narrow by id, tag or reason"><output></output></div>
`;
}

/** One case: a line when closed, with the reasons when opened; the script adds the transcript. */
export function caseRow(entry: CaseTableEntry, table: CaseTable, at: { suite: number; index: number }): Html {
  const { id, title, tags, status, trials } = entry;
  const marks = trials.map((trial) => html`<span class="mark ${trial.status}">${statusMarks[trial.status]}</span>`);
  const data = trials.map(({ position }) => `t${at.suite}-${position}`).join(" ");
  return html`<details class="case ${status}" id="c${at.suite}-${at.index}" data-status="${status}" data-trials="${data}"><summary><span class="marks">${marks}</span><span class="id">${id}</span>${
    title === id ? undefined : html`<span class="title">${safeLine(title, 160)}</span>`
  }${
    tags.length > 0 ? html`<span class="tags">${tags.join(", ")}</span>` : undefined
  }<span class="chips">${chips(trials, table)}</span></summary>${reasons(trials, table)}<div class="trials"></div></details>
`;
}

/** The metrics that did not pass, each once. */
function chips(trials: readonly TrialEntry[], { metrics }: CaseTable): string {
  const words = metrics.flatMap(({ name, gating }, metric) => {
    const cells = trials.map((trial) => trial.cells[metric]);
    if (!gating && !cells.some((cell) => cell?.status === "errored")) return [];
    const missed = cells.filter((cell) => cell?.status === "scored" && !cell.passed);
    const worst = Math.min(...missed.map((cell) => (cell?.status === "scored" ? cell.value : 1)));
    if (missed.length > 0) return [`${name} ${showValue(worst)}`];
    const without = cells.find((cell) => cell?.status === "errored" || cell?.status === "unscored");
    return without ? [`${name} ${without.status}`] : [];
  });
  return words.join(" · ");
}

const mostReasons = 8;

function reasons(trials: readonly TrialEntry[], { variants }: CaseTable): Html | undefined {
  const told = trials.filter((trial) => trial.reasons.length > 0);
  if (told.length === 0) return undefined;
  const several = variants.length > 1 || trials.length > variants.length;
  const items = told.flatMap((trial) => {
    const shown = trial.reasons.slice(0, mostReasons);
    const rest = trial.reasons.length - shown.length;
    const whose = several ? `${trialName(trial, variants)} ` : "";
    return [
      ...shown.map(({ source, text }) => html`<li><b>${whose}${source}</b>${text}</li>`),
      ...(rest > 0 ? [html`<li><b>… ${plural(rest, "more reason")}</b></li>`] : []),
    ];
  });
  return html`<ul class="reasons">${items}</ul>`;
}

function trialName({ variant, repeat }: TrialEntry, variants: CaseTable["variants"]): string {
  const choice = Object.values(variants[variant] ?? {}).join(" ");
  return [choice, ...(repeat > 1 ? [`#${repeat}`] : [])].filter((part) => part !== "").join(" ");
}
