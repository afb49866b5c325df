import { plural, safeLine } from "../../base/index.ts";
import type { SuiteAudit } from "../../calibration/index.ts";
import { type ColumnCell, inColumns, wrapped } from "../columns.ts";
import type { Style } from "../style.ts";
import { auditInWords } from "./audit-words.ts";

type AuditWords = ReturnType<typeof auditInWords>;

/** An audit for the terminal: a table, a picture, and what each row means. No line is wider than the terminal. */
export function auditText(audit: SuiteAudit, style: Style, { verbose = false } = {}): string {
  const { columns: width = 80 } = style;
  const { suite, judges, metrics, sampled, eligible, changes, rows, axis, family, notes } = auditInWords(audit);
  const say = (text: string | undefined, indent = "  ") =>
    text === undefined ? [] : wrapped(text, indent, { ...style, columns: width }, `${indent}  `);
  const asked = `${plural(sampled, "conversation")} of ${eligible}, ${metrics.map((name) => safeLine(name, 40)).join(", ")}`;
  return [
    ...say(`${safeLine(suite, 60)} · judge ${judges.map((id) => safeLine(id, 80)).join(", ")}`, "").map(style.bold),
    ...say(sampled === 0 ? undefined : asked).map(style.dim),
    "",
    ...(rows.length === 0 ? [] : [...table(rows, style, width), "", ...picture(rows, axis, style, width), ""]),
    ...rows.flatMap((row) => [
      ...say(`${row.check}: ${row.meaning}`).map((line) => paintOf(row, style)(line)),
      ...say(row.leftOut, "    ").map(style.dim),
    ]),
    ...(family ? [...say(`family: ${family.words}`), ...familyTable(family.rates, width)] : []),
    ...(verbose ? changes.flatMap((change) => say(changeWords(change), "    ")) : []),
    ...unscoredLines(audit).flatMap((line, index) => say(line, index === 0 ? "  " : "    ").map(style.warn)),
    ...(notes.length === 0 ? [] : ["", ...notes.flatMap((note) => say(note)).map(style.dim)]),
  ].join("\n");
}

/** Below 76 columns the share's interval is left to the picture. */
const wide = 76;

function table(rows: AuditWords["rows"], style: Style, width: number): string[] {
  const isWide = width >= wide;
  const head: ColumnCell[] = ["check", "pairs", "changed", ...(isWide ? ["share"] : []), "beyond"];
  const lines = rows.map((row): ColumnCell[] => {
    const { share, beyond } = row;
    const check = { text: row.check, paint: paintOf(row, style) };
    return [check, `${row.pairs}`, `${row.changed}`, ...(isWide ? [share] : []), beyond];
  });
  return inColumns([head.map((cell) => ({ text: String(cell), paint: style.dim })), ...lines]);
}

function paintOf({ finding }: AuditWords["rows"][number], style: Style): (text: string) => string {
  if (finding === "too-few") return style.warn;
  return finding === "floor" || finding === "none" ? (text) => text : style.bad;
}

/** Bars for the shares of changed verdicts, and their intervals. */
function picture(rows: AuditWords["rows"], { most, ticks }: AuditWords["axis"], style: Style, width: number): string[] {
  const named = Math.max(...rows.map(({ check }) => check.length));
  const room = Math.min(60, width - named - 6);
  const at = (value: number) => Math.round((value / most) * (room - 1));
  const bars = rows.map(({ check, bar }) => {
    const cells = Array.from({ length: room }, (_, index) => {
      if (!bar) return " ";
      const { value, lo, hi } = bar;
      if (index === at(hi)) return "┤";
      if (index === at(lo)) return "├";
      if (index > at(lo) && index < at(hi)) return index <= at(value) && value > 0 ? "━" : "─";
      return index < at(lo) ? "█" : " ";
    });
    return `  ${check.padEnd(named)}  ${cells.join("")}`.trimEnd();
  });
  const scale = [..." ".repeat(room + 4)];
  for (const tick of ticks) scale.splice(at(tick), `${tick}`.length, ...`${tick}`);
  return [
    ...bars,
    style.dim(`  ${" ".repeat(named)}  ${scale.join("").trimEnd()}`),
    style.dim(`  ${" ".repeat(named)}  share of verdicts that changed`),
  ];
}

function familyTable(rates: NonNullable<AuditWords["family"]>["rates"], width: number): string[] {
  if (rates.length === 0) return [];
  const model = Math.max(12, width - 50);
  return inColumns(
    rates.map(({ family, model: id, passed, rate }) => [family, safeLine(id, model), passed, rate]),
    { indent: "    ", align: ["left", "left", "right", "right"] },
  );
}

function changeWords({ check, case: id, metric, label, before, after }: SuiteAudit["changes"][number]): string {
  return `${check}: ${safeLine(id, 60)}, ${safeLine(metric, 40)}, “${safeLine(label, 100)}”: ${safeLine(before, 40)} → ${safeLine(after, 40)}`;
}

function unscoredLines({ asked: { scores, unscored, reasons } }: SuiteAudit): string[] {
  if (unscored === 0) return [];
  const most = reasons.slice(0, 3).map(({ reason, count }) => `${count} × ${safeLine(reason, 300)}`);
  return [`${unscored} of ${plural(scores, "score")} have no valid answer:`, ...most];
}
