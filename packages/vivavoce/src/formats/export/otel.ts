import { safeText, version } from "../../base/index.ts";
import { isMissed, type Score, type StoredRun, type StoredSuite } from "../../shape/index.ts";
import type { StoredTrial } from "../../store/index.ts";

/** One trial with its suite. */
export interface ExportedTrial {
  suite: StoredSuite;
  trial: StoredTrial;
}

/** A run to be exported; its trials are read from the store one at a time, so that any number fits into memory. */
export interface ExportedRun {
  run: StoredRun;
  trials: AsyncIterable<ExportedTrial>;
}

/**
 * The scores as `gen_ai.evaluation.result` events of OpenTelemetry's conventions for generative AI, in one OTLP JSON
 * document of logs: a collector takes it by `POST /v1/logs`. A score without a value has a label that says why, and so
 * has a metric without a score, such as every metric of a trial whose model could not be reached.
 */
export async function* otelOf({ run, trials }: ExportedRun): AsyncGenerator<string> {
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

/** What one metric says of a trial. */
interface Result {
  metric: string;
  value?: number | undefined;
  label: string;
  explanation?: string | undefined;
  errorType?: string | undefined;
}

function resultsOf({ suite, trial }: ExportedTrial): Result[] {
  const { scores, status = "pending", transcript } = trial;
  const scored = new Set(scores.map(({ metric }) => metric));
  const missing = suite.header.metrics.filter(({ name }) => !scored.has(name));
  const { outcome } = transcript;
  const label = status === "errored" ? "error" : status === "pending" ? "pending" : "unscored";
  return [
    ...scores.map((score) => ({
      metric: score.metric,
      value: score.status === "scored" ? score.value : undefined,
      label: labelOf(score),
      explanation: explanationOf(score),
      errorType: score.status === "errored" ? "metric_error" : undefined,
    })),
    ...missing.map(({ name }) => ({
      metric: name,
      label,
      explanation: outcome.kind === "completed" ? undefined : outcome.message,
      errorType: outcome.kind === "infrastructure" ? "infrastructure" : undefined,
    })),
  ];
}

function recordOf(run: string, { suite, trial }: ExportedTrial, result: Result, at: string) {
  const { caseId, variant, repeat, status, transcript } = trial;
  const { name, version: agentVersion } = transcript.agent;
  return {
    timeUnixNano: at,
    observedTimeUnixNano: at,
    severityNumber: 9,
    severityText: "INFO",
    eventName: "gen_ai.evaluation.result",
    attributes: attributes({
      "gen_ai.evaluation.name": result.metric,
      "gen_ai.evaluation.score.value": result.value,
      "gen_ai.evaluation.score.label": result.label,
      "gen_ai.evaluation.explanation": result.explanation,
      "error.type": result.errorType,
      "gen_ai.conversation.id": `${run}/${suite.position}/${trial.trial}`,
      "gen_ai.agent.name": name,
      "gen_ai.agent.version": agentVersion,
      "viva.run": run,
      "viva.suite": suite.name,
      "viva.case": caseId,
      "viva.repeat": repeat,
      "viva.trial.status": status ?? "pending",
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

interface Attribute {
  key: string;
  value: { stringValue: string } | { intValue: string } | { doubleValue: number };
}

/** Attributes as OTLP writes them in JSON; what is not known is left out. */
function attributes(values: Readonly<Record<string, string | number | undefined>>): Attribute[] {
  return Object.entries(values).flatMap(([key, value]): Attribute[] => {
    if (value === undefined || value === "") return [];
    if (typeof value === "string") return [{ key, value: { stringValue: safeText(value) } }];
    // OTLP writes 64-bit integers as texts; a score is always a double, even if it is 1.
    const isWhole = key === "viva.repeat";
    return [{ key, value: isWhole ? { intValue: String(value) } : { doubleValue: value } }];
  });
}
