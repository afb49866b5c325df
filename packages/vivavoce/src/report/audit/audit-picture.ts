import type { AuditRow } from "../../calibration/index.ts";
import { type Html, html } from "../html/escape-html.ts";
import { axisOf } from "./axis.ts";

const left = 96;
const width = 520;
const rowHeight = 26;

/** Bars for the shares of changed verdicts with their intervals; a dashed line marks the retest. */
export function auditPicture(rows: readonly AuditRow[]): Html {
  const { most, ticks } = axisOf(rows);
  const at = (share: number) => Number((left + (share / most) * (width - left - 20)).toFixed(1));
  const height = rows.length * rowHeight;
  const grid = ticks.map(
    (tick) =>
      html`<line class="grid" x1="${at(tick)}" x2="${at(tick)}" y1="0" y2="${height}"/><text class="tick" x="${at(tick)}" y="${height + 14}" text-anchor="middle">${tick}</text>`,
  );
  const floor = rows.find(({ check }) => check === "retest")?.share?.value;
  const line =
    floor === undefined
      ? undefined
      : html`<line class="floor" x1="${at(floor)}" x2="${at(floor)}" y1="0" y2="${height}"/>`;
  const bars = rows.map((row, index) => bar(row, index * rowHeight + rowHeight / 2, at));
  const said = rows.map(({ check, share }) => `${check} ${share ? share.value.toFixed(2) : "unknown"}`).join(", ");
  return html`<svg viewBox="0 0 ${width} ${height + 34}" role="img" aria-label="Share of verdicts that changed: ${said}">${grid}${bars}${line}<text class="tick" x="${left}" y="${height + 30}">share of verdicts that changed; the dashed line is the retest</text></svg>`;
}

function bar({ check, share, finding }: AuditRow, middle: number, at: (share: number) => number): Html {
  const name = html`<text x="0" y="${middle + 4}">${check}</text>`;
  if (!share) return html`<g>${name}</g>`;
  const { value, lo, hi } = share;
  const isFound = !["floor", "none", "too-few"].includes(finding);
  const ends = [lo, hi].map(
    (end) => html`<line class="range" x1="${at(end)}" x2="${at(end)}" y1="${middle - 5}" y2="${middle + 5}"/>`,
  );
  return html`<g class="${isFound ? "found" : "steady"}">${name}<rect class="bar" x="${at(0)}" y="${middle - 8}" width="${Number((at(value) - at(0)).toFixed(1))}" height="16"/><line class="range" x1="${at(lo)}" x2="${at(hi)}" y1="${middle}" y2="${middle}"/>${ends}</g>`;
}
