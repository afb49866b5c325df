import { type Agent, nothingAgent, randomAgent } from "../agent/index.ts";
import type { Metric } from "../metric/index.ts";
import type { RunOptions } from "./options.ts";
import type { SuiteModels } from "./suite-models.ts";

/** The agent itself, or the stand-in with its tools. */
export function standIn(wanted: RunOptions["agent"], agent: Agent): Agent {
  if (wanted === undefined) return agent;
  return wanted === "nothing" ? nothingAgent(agent.tools) : randomAgent(agent.tools);
}

/** A stand-in has no recordings, so a simulated user can only meet it live, not in a replay. */
export function cannotMeetUser({ agent, traffic }: RunOptions, models: SuiteModels): boolean {
  if (agent === undefined) return false;
  return traffic === "replay" || models.missingKeys((name) => name === "user").length > 0;
}

/** A stand-in has no recordings: unless a judge can be asked, only metrics by code are left. */
export function askable(
  metrics: readonly Metric[],
  models: SuiteModels,
  { agent, traffic }: RunOptions,
): readonly Metric[] {
  const noJudge = traffic === "replay" || models.missingKeys((name) => name === "judge").length > 0;
  const judgeless = agent !== undefined && noJudge;
  return judgeless ? metrics.filter((metric) => !metric.judged) : metrics;
}
