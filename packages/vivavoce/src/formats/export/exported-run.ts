import { safeText } from "../../base/index.ts";
import {
  addUsage,
  allCalls,
  type Score,
  type StoredRun,
  showVariant,
  sumKnown,
  type Transcript,
} from "../../shape/index.ts";
import type { Store } from "../../store/index.ts";
import { type ExportedRun, type ExportedTrial, otelOf } from "./otel.ts";

type Cell = string | number | undefined;

/**
 * One row a trial; each metric has a column for its value and one for its status. A metric without a value has
 * an empty cell, never 0.
 */
async function* csvOf({ run, trials }: ExportedRun): AsyncGenerator<string> {
  const metrics = [...new Set(run.suites.flatMap(({ header }) => header.metrics.map(({ name }) => name)))];
  const facts = ["suite", "case", "variant", "repeat", "status", "outcome", "exchanges", "tool calls"];
  const costs = ["input tokens", "output tokens", "cost"];
  yield row([...facts, ...metrics.flatMap((name) => [name, `${name} status`]), ...costs]);
  for await (const { suite, trial } of trials) {
    const { caseId, variant, repeat, status = "pending", scores, transcript } = trial;
    const byName = new Map(scores.map((score) => [score.metric, score]));
    const { exchanges, outcome } = transcript;
    yield row([
      ...[suite.name, caseId, showVariant(variant), repeat, status, outcome.kind],
      ...[exchanges.length, allCalls(transcript).length],
      ...metrics.flatMap((name) => cellsOf(byName.get(name))),
      ...costsOf(transcript),
    ]);
  }
}

function cellsOf(score: Score | undefined): Cell[] {
  if (score?.status === "scored") return [score.value, score.passed ? "passed" : "failed"];
  return [undefined, score?.status];
}

function costsOf({ exchanges }: Transcript): Cell[] {
  const usage = addUsage(exchanges.map((exchange) => exchange.usage));
  return [usage?.inputTokens, usage?.outputTokens, sumKnown(exchanges.map(({ cost }) => cost))];
}

function row(cells: readonly Cell[]): string {
  return `${cells.map(shown).join(",")}\r\n`;
}

/** Text that a spreadsheet would take for a formula, even after blanks and quotes, and with full-width signs. */
const formula = /^[\s"'“”‘’`\u00a0\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

/** Numbers stay numbers. A text is quoted where it must be, and one that looks like a formula begins with an apostrophe. */
function shown(cell: Cell): string {
  if (cell === undefined) return "";
  if (typeof cell === "number") return String(cell);
  const inert = formula.test(cell) || formula.test(safeText(cell)) ? `'${safeText(cell)}` : safeText(cell);
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

const formats = { jsonl: jsonLinesOf, csv: csvOf, otel: otelOf } satisfies Record<
  string,
  (run: ExportedRun) => AsyncGenerator<string>
>;
export type ExportFormat = keyof typeof formats;
export const exportFormats = Object.keys(formats) as ExportFormat[];

/** A stored run in another form, piece by piece. What the store holds is redacted already. */
export function exportedRun(store: Store, run: StoredRun, format: ExportFormat): AsyncGenerator<string> {
  return formats[format]({ run, trials: trialsOf(store, run) });
}

async function* trialsOf(store: Store, run: StoredRun): AsyncGenerator<ExportedTrial> {
  for (const suite of run.suites) {
    for await (const trial of store.trials.read(run.id, suite.position)) yield { suite, trial };
  }
}

/** One trial a line, as `viva score FILE` reads it again. A case that came with its transcript is included. */
async function* jsonLinesOf({ trials }: Pick<ExportedRun, "trials">): AsyncGenerator<string> {
  for await (const { suite, trial } of trials) {
    const { caseId, variant, repeat, status = "pending", scores, transcript, ownCase } = trial;
    const { description, tags, cluster, data, expect } = ownCase ?? {};
    const own = ownCase ? { description, tags, cluster, data, expect } : {};
    yield `${JSON.stringify({ suite: suite.name, case: caseId, variant, repeat, status, ...own, scores, transcript })}\n`;
  }
}
