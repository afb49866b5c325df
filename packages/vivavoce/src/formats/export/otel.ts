import { safeText, version } from "../../base/index.ts";
import type { Score } from "../../metric/index.ts";
import type { ExportedRun, ExportedTrial } from "./exported-trial.ts";

/**
 * The scores as `gen_ai.evaluation.result` events of OpenTelemetry's conventions for generative AI, in one OTLP JSON
 * document of logs: a collector takes it by `POST /v1/logs`. A score without a value has a label that says why.
 */
export async function* otelOf({ run, trials }: ExportedRun): AsyncGenerator<string> {
  const resource = { attributes: attributes({ "service.name": "viva" }) };
  const scope = JSON.stringify({ name: "vivavoce", version });
  yield `{"resourceLogs":[{"resource":${JSON.stringify(resource)},"scopeLogs":[{"scope":${scope},"logRecords":[`;
  const at = `${run.finishedAt ?? run.updatedAt}000000`;
  let first = true;
  for await (const exported of trials) {
    for (const score of exported.trial.scores) {
      yield `${first ? "" : ","}\n${JSON.stringify(recordOf(run.id, exported, score, at))}`;
      first = false;
    }
  }
  yield "\n]}]}]}\n";
}

function recordOf(run: string, { suite, trial }: ExportedTrial, score: Score, at: string) {
  const { caseId, variant, repeat, status, transcript } = trial;
  const { name, version: agentVersion } = transcript.agent;
  return {
    timeUnixNano: at,
    observedTimeUnixNano: at,
    severityNumber: 9,
    severityText: "INFO",
    eventName: "gen_ai.evaluation.result",
    attributes: attributes({
      "gen_ai.evaluation.name": score.metric,
      "gen_ai.evaluation.score.value": score.status === "scored" ? score.value : undefined,
      "gen_ai.evaluation.score.label": labelOf(score),
      "gen_ai.evaluation.explanation": explanationOf(score),
      "error.type": score.status === "errored" ? "metric_error" : undefined,
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
  const missed = score.checks.filter(({ ok, status }) => !ok && status === undefined);
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
