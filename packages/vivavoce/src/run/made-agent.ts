import { type Agent, nothingAgent, randomAgent } from "../agent/index.ts";
import { InputError, isPromise, messageOf, showValue } from "../base/index.ts";
import type { Metric } from "../metric/index.ts";
import type { Variant } from "../shape/index.ts";
import { agentOf, type LoadedSuite } from "../suite/index.ts";
import type { RunOptions } from "./options.ts";
import { suiteProblem } from "./plan.ts";
import type { SuiteModels } from "./suite-models.ts";

/** An error while the agent is made is an error of the suite, and is shown before anything is run. */
export function madeAgent(loaded: LoadedSuite, variant: Variant): Agent {
  const problem = (what: string) => {
    const { agent } = loaded.suite;
    // The most natural first try: (message) => reply.
    const first =
      typeof agent === "function" && agent.length === 1
        ? "A function of one argument is given the variant; one that answers takes two: agent: (message, context) => reply. Otherwise "
        : "";
    const forms =
      "agent is { name, version, open() }, functionAgent((message, context) => reply), or a function of the variant that returns one of these.";
    return new InputError(suiteProblem(loaded, what, first + forms));
  };
  let agent: unknown;
  try {
    agent = agentOf(loaded.suite, variant);
  } catch (error) {
    throw problem(`creating its agent failed: ${messageOf(error)}`);
  }
  if (typeof (agent as Agent | undefined)?.open === "function") return agent as Agent;
  // Nobody awaits this promise; its rejection would only be a second error.
  if (isPromise(agent)) void agent.then(undefined, () => {});
  throw problem(`its agent function returned ${showValue(agent)}, which is not an agent`);
}

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
