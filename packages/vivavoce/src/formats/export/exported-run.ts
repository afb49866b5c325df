import { safeText, version } from "../../base/index.ts";
import {
  addUsage,
  allCalls,
  isMissed,
  type Score,
  type StoredRun,
  type StoredSuite,
  showVariant,
  sumKnown,
  type Transcript,
} from "../../shape/index.ts";
import type { Store, StoredTrial } from "../../store/index.ts";

/** One trial with its suite. */
interface ExportedTrial {
  suite: StoredSuite;
  trial: StoredTrial;
}

/** A run to be exported; its trials are read from the store one at a time, so that any number fits into memory. */
interface ExportedRun {
  run: StoredRun;
  trials: AsyncIterable<ExportedTrial>;
}

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
type ExportFormat = keyof typeof formats;
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

/**
 * The scores as `gen_ai.evaluation.result` events of OpenTelemetry's conventions for generative AI, in one OTLP JSON
 * document of logs: a collector takes it by `POST /v1/logs`. A score without a value has a label that says why, and so
 * has a metric without a score, such as every metric of a trial whose model could not be reached.
 */
async function* otelOf({ run, trials }: ExportedRun): AsyncGenerator<string> {
  const resource = { attributes: attributes({ "service.name": "viva" }) };
  const scope = JSON.stringify({ name: "vivavoce", version });
  yield `{"resourceLogs":[{"resource":${JSON.stringify(resource)},"scopeLogs":[{"scope":${scope},"logRecords":[`;
  const at = `${run.finishedAt ?? run.updatedAt}000000`;
  let first = true;
  for await (const exported of trials) {
    for (const result of resultsOf(exported)) {
      yield `${first ? "" : ","}\n${JSON.stringify(recordOf(run.id, exported, result, at))}`;
      first = false;
    }
  }
  yield "\n]}]}]}\n";
}

/** What each metric says of a trial. */
function resultsOf({ suite, trial }: ExportedTrial): Attributes[] {
  const { scores, status = "pending", transcript } = trial;
  const scored = new Set(scores.map(({ metric }) => metric));
  const missing = suite.header.metrics.filter(({ name }) => !scored.has(name));
  const { outcome } = transcript;
  return [
    ...scores.map((score) => ({
      "gen_ai.evaluation.name": score.metric,
      "gen_ai.evaluation.score.value": score.status === "scored" ? score.value : undefined,
      "gen_ai.evaluation.score.label": labelOf(score),
      "gen_ai.evaluation.explanation": explanationOf(score),
      "error.type": score.status === "errored" ? "metric_error" : undefined,
    })),
    ...missing.map(({ name }) => ({
      "gen_ai.evaluation.name": name,
      "gen_ai.evaluation.score.label": status === "errored" ? "error" : status === "pending" ? "pending" : "unscored",
      "gen_ai.evaluation.explanation": outcome.kind === "completed" ? undefined : outcome.message,
      "error.type": outcome.kind === "infrastructure" ? "infrastructure" : undefined,
    })),
  ];
}

function recordOf(run: string, { suite, trial }: ExportedTrial, result: Attributes, at: string) {
  const { caseId, variant, repeat, status = "pending", transcript } = trial;
  return {
    timeUnixNano: at,
    observedTimeUnixNano: at,
    severityNumber: 9,
    severityText: "INFO",
    eventName: "gen_ai.evaluation.result",
    attributes: attributes({
      ...result,
      "gen_ai.conversation.id": `${run}/${suite.position}/${trial.trial}`,
      "gen_ai.agent.name": transcript.agent.name,
      "gen_ai.agent.version": transcript.agent.version,
      "viva.run": run,
      "viva.suite": suite.name,
      "viva.case": caseId,
      "viva.repeat": repeat,
      "viva.trial.status": status,
      ...Object.fromEntries(Object.entries(variant).map(([key, value]) => [`viva.variant.${key}`, value])),
    }),
  };
}

function labelOf(score: Score): string {
  if (score.status === "scored") return score.passed ? "pass" : "fail";
  return score.status === "errored" ? "error" : score.status;
}

/** Why the score is not perfect: the checks that were not met, or the reason why there is no score. */
function explanationOf(score: Score): string | undefined {
  if (score.status !== "scored") return score.reason;
  const missed = score.checks.filter(isMissed);
  return missed.length === 0 ? undefined : missed.map(({ label, reason }) => `${label}: ${reason}`).join("\n");
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Attributes as OTLP writes them in JSON; what is not known is left out. */
function attributes(values: Attributes) {
  return Object.entries(values).flatMap(([key, value]) => {
    if (value === undefined || value === "") return [];
    // OTLP writes 64-bit integers as texts; a score is always a double, even if it is 1.
    const number = key === "viva.repeat" ? { intValue: String(value) } : { doubleValue: value };
    return [{ key, value: typeof value === "string" ? { stringValue: safeText(value) } : number }];
  });
}
