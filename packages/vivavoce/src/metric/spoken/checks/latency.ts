import type { Transcript } from "../../../transcript/index.ts";
import type { Check } from "../../score.ts";
import { checkPercentiles, type PercentileLimits } from "./percentiles.ts";
import { undecided } from "./verdict.ts";

/** Milliseconds waited for models, reply by reply; undefined where one that asked a model did not record it. */
export function latenciesOf({ exchanges }: Transcript): number[] | undefined {
  const asked = exchanges.filter(({ modelCalls, latencyMs }) => modelCalls > 0 || latencyMs !== undefined);
  const latencies = asked.flatMap(({ latencyMs }) => latencyMs ?? []);
  return latencies.length === asked.length && asked.length > 0 ? latencies : undefined;
}

/** How long the caller waits. What was not recorded is not checked. */
export function checkLatency(transcript: Transcript, limits: PercentileLimits): Check[] {
  if (transcript.exchanges.length === 0) return [];
  const latencies = latenciesOf(transcript);
  if (latencies) return checkPercentiles({ id: "latency", label: "latency", unit: "ms" }, latencies, limits);
  return [undecided({ id: "latency", label: "latency", verdict: "unknown", reason: "latency was not recorded" })];
}
