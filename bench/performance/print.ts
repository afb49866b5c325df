// The figures as a table, for a terminal and for the page alike.
import type { Figure } from "./compared.ts";
import type { Figures } from "./figures.ts";
import { megabytes, seconds, targetsOf } from "./targets.ts";
import { titleOf } from "./work.ts";

/** A table in Markdown whose columns are as wide as their cells. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) => Math.max(cell.length, 3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

/** Every part that was measured. */
export function figureTables(figures: Partial<Figures>): string {
  const { works = [], tools = [], scale, start, sizes } = figures;
  const names = tools.map(({ name }) => name);
  const parts: string[] = [];
  if (works.length > 0) {
    const rows = works.map(({ work, figures }) => [
      titleOf(work),
      ...names.map((name) => timeOf(figures[name], figures)),
    ]);
    parts.push(table(["work", ...tools.map(({ name, version }) => `${name} ${version}`)], rows));
    const memory = works.map(({ work, figures }) => [titleOf(work), ...names.map((name) => loadOf(figures[name]))]);
    parts.push(table(["processor time · memory", ...names], memory));
  }
  if (scale) {
    const rows = scale.map(({ cases, seconds: time, cpu, memory }) => [
      cases.toLocaleString("en"),
      seconds(time),
      `${((time / cases) * 1e6).toFixed(0)} µs`,
      seconds(cpu),
      megabytes(memory),
    ]);
    parts.push(table(["cases with Viva", "time", "a case", "processor time", "memory"], rows));
  }
  if (start) {
    const node = start.find(({ words }) => words === "node -e 0")?.seconds ?? Number.NaN;
    const rows = start.map(({ words, seconds: time }) => [words, seconds(time), `${(time / node).toFixed(1)} ×`]);
    parts.push(table(["start-up", "time", "against node -e 0"], rows));
  }
  if (sizes && sizes.length > 0) {
    const rows = sizes.map(({ words, packed, bytes, packages }) => [
      words,
      packed === undefined ? "–" : `${(packed / 1e6).toFixed(1)} MB`,
      megabytes(bytes),
      String(packages),
    ]);
    parts.push(table(["install", "the package, packed", "on disk, with all it needs", "packages"], rows));
  }
  return parts.join("\n\n");
}

/** The time, and how often Viva's it is. */
function timeOf(figure: Figure | undefined, all: Record<string, Figure>): string {
  if (!figure || "cannot" in figure) return "–";
  const { Viva } = all;
  const times =
    Viva && "seconds" in Viva && figure !== Viva ? ` (${(figure.seconds / Viva.seconds).toFixed(2)} ×)` : "";
  return `${seconds(figure.seconds)}${times}`;
}

function loadOf(figure: Figure | undefined): string {
  return figure && "cpu" in figure ? `${seconds(figure.cpu)} · ${megabytes(figure.memory)}` : "–";
}

/** Every limit, and whether it holds. */
export function limitsTable(figures: Partial<Figures>): string {
  const rows = targetsOf(figures).map(({ what, value, limit }) => [
    what,
    Number.isNaN(value) ? "not measured" : value.toFixed(2),
    String(limit),
    value <= limit ? "within" : "**beyond**",
  ]);
  return table(["limit", "measured", "at most", ""], rows);
}
