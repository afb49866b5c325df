import { plural } from "../../base/index.ts";
import type { SuiteAudit } from "../../calibration/index.ts";
import type { StoredRun } from "../../shape/index.ts";
import { frame, type Html, html } from "../html/html-page.ts";
import { reportName, reportsOf } from "../report-files.ts";
import { auditInWords } from "./audit-words.ts";

type AuditWords = ReturnType<typeof auditInWords>;
type Row = AuditWords["rows"][number];

/** What was audited and how, and what was found. The same tapes give the same bytes. */
interface AuditReport {
  run: StoredRun;
  seed: number;
  audits: readonly SuiteAudit[];
  /** Why it is not to be trusted as it stands. */
  warnings?: readonly string[] | undefined;
}

const kinds = {
  html: {
    ending: "html",
    report: ({ run, audits, warnings, write }: Written) => write(auditPage(run.id, audits, warnings)),
  },
  json: { ending: "json", report: ({ write, ...report }: Written) => write(auditJson(report)) },
} as const;
type Written = AuditReport & { write(text: string): Promise<void> };

export function auditJson({ run, seed, audits }: AuditReport): string {
  return `${JSON.stringify({ format: 1, run: run.id, seed, suites: audits }, null, 2)}\n`;
}

export const auditReports = reportsOf(kinds, (report: AuditReport) => ({
  name: `${reportName(report.run)}-audit`,
  remedy: "With --record the answers are kept: --replay writes the report again.",
}));

const left = 96;
const width = 520;
const rowHeight = 26;

/** Bars for the shares of changed verdicts with their intervals; a dashed line marks the retest. */
function auditPicture({ rows, axis: { most, ticks } }: AuditWords): Html {
  const at = (share: number) => Number((left + (share / most) * (width - left - 20)).toFixed(1));
  const height = rows.length * rowHeight;
  const grid = ticks.map(
    (tick) =>
      html`<line class="grid" x1="${at(tick)}" x2="${at(tick)}" y1="0" y2="${height}"/><text class="tick" x="${at(tick)}" y="${height + 14}" text-anchor="middle">${tick}</text>`,
  );
  const floor = rows.find(({ check }) => check === "retest")?.bar?.value;
  const line =
    floor === undefined
      ? undefined
      : html`<line class="floor" x1="${at(floor)}" x2="${at(floor)}" y1="0" y2="${height}"/>`;
  const bars = rows.map((row, index) => barOf(row, index * rowHeight + rowHeight / 2, at));
  const said = rows.map(({ check, bar }) => `${check} ${bar ? bar.value.toFixed(2) : "unknown"}`).join(", ");
  return html`<svg viewBox="0 0 ${width} ${height + 34}" role="img" aria-label="Share of verdicts that changed: ${said}">${grid}${bars}${line}<text class="tick" x="${left}" y="${height + 30}">share of verdicts that changed; the dashed line is the retest</text></svg>`;
}

function barOf({ check, bar, finding }: Row, middle: number, at: (share: number) => number): Html {
  const name = html`<text x="0" y="${middle + 4}">${check}</text>`;
  if (!bar) return html`<g>${name}</g>`;
  const { value, lo, hi } = bar;
  const isFound = !["floor", "none", "too-few"].includes(finding);
  const ends = [lo, hi].map(
    (end) => html`<line class="range" x1="${at(end)}" x2="${at(end)}" y1="${middle - 5}" y2="${middle + 5}"/>`,
  );
  return html`<g class="${isFound ? "found" : "steady"}">${name}<rect class="bar" x="${at(0)}" y="${middle - 8}" width="${Number((at(value) - at(0)).toFixed(1))}" height="16"/><line class="range" x1="${at(lo)}" x2="${at(hi)}" y1="${middle}" y2="${middle}"/>${ends}</g>`;
}

/** Changed verdicts that a page lists; the JSON has all of them. */
const mostChanges = 200;

/** An audit as one page that loads nothing and runs no script. */
export function auditPage(run: string, audits: readonly SuiteAudit[], warnings: readonly string[] = []): string {
  const { top, bottom } = frame("Audit of the judge", { style });
  const body = html`<header><h1>Audit of the judge</h1><p class="soft">run ${run}</p>${warnings.map((words) => html`<p class="warn">${words}</p>`)}</header>
<main>${audits.map(suiteSection)}</main>`;
  return `${top}${body}
${bottom}`;
}

function suiteSection(audit: SuiteAudit): Html {
  const words = auditInWords(audit);
  const { suite, judges, metrics, sampled, eligible, changes, asked, rows, family, notes } = words;
  return html`<section>
<h2>${suite}</h2>
<p class="soft">judge ${judges.join(", ")} · ${plural(sampled, "conversation")} of ${eligible} · ${metrics.join(", ")}</p>
${rows.length === 0 ? undefined : [auditPicture(words), rowTable(rows, suite), html`<dl>${rows.map(rowEntry)}</dl>`]}
${family && familySection(family, suite)}
${asked.unscored === 0 ? undefined : html`<p class="warn">${asked.unscored} of ${plural(asked.scores, "score")} have no valid answer: ${asked.reasons.map(({ reason, count }) => `${count} × ${reason}`).join("; ")}</p>`}
${changes.length === 0 ? undefined : changeSection(changes, suite)}
${notes.map((note) => html`<p class="soft">${note}</p>`)}
</section>`;
}

/** A table that scrolls where it is too wide. The first cell of a row of figures names it. */
function table(
  label: string,
  titles: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  named = true,
): Html {
  const body = rows.map(([first = "", ...cells]) => {
    const name = named ? html`<th scope="row">${first}</th>` : html`<td>${first}</td>`;
    return html`<tr>${name}${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
  });
  return html`<div class="wide" tabindex="0" role="region" aria-label="${label}"><table class="${named ? "figures" : "words"}">
<thead><tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>${body}</tbody></table></div>`;
}

function rowTable(rows: readonly Row[], suite: string): Html {
  return table(
    `Figures of ${suite}`,
    ["check", "pairs", "cases", "changed", "more lenient", "stricter", "share [95 %]", "beyond [95 %]"],
    rows.map(({ check, pairs, cases, changed, lenient, stricter, share, beyond }) => {
      return [check, pairs, cases, changed, lenient, stricter, share, beyond];
    }),
  );
}

function rowEntry({ check, meaning, leftOut }: Row): Html {
  return html`<dt>${check}</dt><dd>${meaning}${leftOut === undefined ? undefined : html` <span class="soft">${leftOut}</span>`}</dd>`;
}

function familySection({ words, rates }: NonNullable<AuditWords["family"]>, suite: string): Html {
  const shown = table(
    `Agents of several families in ${suite}`,
    ["family", "agent", "run", "passed", "rate [95 %]"],
    rates.map(({ family, model, run, passed, rate }) => [family, model, run, passed, rate]),
  );
  return html`<h3>Own family</h3><p>${words}</p>${rates.length === 0 ? undefined : shown}`;
}

function changeSection(changes: SuiteAudit["changes"], suite: string): Html {
  const listed = table(
    `Changed verdicts in ${suite}`,
    ["check", "case", "metric", "item", "verdict", "direction"],
    changes.slice(0, mostChanges).map(({ check, case: id, metric, label, before, after, move }) => {
      return [check, id, metric, label, `${before} → ${after}`, move];
    }),
    false,
  );
  const more = changes.length - mostChanges;
  return html`<details><summary>${plural(changes.length, "changed verdict")}</summary>${listed}${more > 0 ? html`<p class="soft">… and ${more} more: --report json has all of them</p>` : undefined}</details>`;
}

const style = `
:root { color-scheme: light dark; --paper: #fdfcf9; --line: #e2ded4; --ink: #23211d; --soft: #6f6a60; --one: #2d6a5d; --bad: #a83a24; --warn: #7d570b; }
@media (prefers-color-scheme: dark) { :root { --paper: #191816; --line: #393631; --ink: #e8e4da; --soft: #a19a8c; --one: #7cc0ab; --bad: #ee8a70; --warn: #dcb055; } }
* { box-sizing: border-box; }
html { font: 15px/1.5 ui-sans-serif, system-ui, sans-serif; background: var(--paper); color: var(--ink); }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; overflow-wrap: anywhere; }
h1 { font-size: .87rem; letter-spacing: .08em; text-transform: uppercase; color: var(--soft); margin: 0; }
h2 { font: 600 1.6rem/1.2 ui-serif, Georgia, serif; margin: 1.5rem 0 .2rem; }
h3 { font-size: 1rem; margin: 1.6rem 0 .3rem; }
p { margin: .3rem 0; } .soft { color: var(--soft); font-size: .87rem; } .warn { color: var(--warn); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .9rem; margin: 1rem 0; overflow-wrap: normal; }
th, td { text-align: left; padding: .25rem .9rem .25rem 0; border-top: 1px solid var(--line); vertical-align: top; }
.figures td, .figures th { white-space: nowrap; }
thead th { font-weight: 400; color: var(--soft); border: 0; } tbody th { font-weight: 600; }
dl { margin: 1rem 0; } dt { font-weight: 600; margin-top: .6rem; } dd { margin: 0; }
summary { cursor: pointer; margin-top: 1rem; } :focus-visible { outline: 2px solid var(--one); outline-offset: 2px; }
svg { display: block; width: 100%; max-width: 40rem; height: auto; margin-top: 1rem; }
svg text { fill: var(--ink); font-size: 11px; } svg .tick { fill: var(--soft); } svg .grid { stroke: var(--line); }
svg .bar { fill: var(--one); opacity: .55; } svg .range { stroke: var(--ink); stroke-width: 1.5; } svg .found .bar { fill: var(--bad); }
svg .floor { stroke: var(--soft); stroke-dasharray: 3 3; }
`;
