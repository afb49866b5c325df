import type { Agent } from "../agent/index.ts";
import { InputError, isPromise, messageOf, showValue } from "../base/index.ts";
import type { Variant } from "../shape/index.ts";
import { agentOf, type LoadedSuite } from "../suite/index.ts";
import { suiteProblem } from "./suite-problem.ts";

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
