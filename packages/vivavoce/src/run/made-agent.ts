import type { Agent, Variant } from "../agent/index.ts";
import { InputError, messageOf } from "../base/index.ts";
import { agentOf, type LoadedSuite } from "../suite/index.ts";

/** What goes wrong while an agent is made is its owner's to mend, and shown before anything is run. */
export function madeAgent({ suite, file }: LoadedSuite, variant: Variant): Agent {
  const problem = (what: string) => {
    const remedy = "agent is { name, version, open() }, or a function of the variant that returns one.";
    return new InputError({ message: `suite ${suite.name}: ${what}`, place: { file }, remedy });
  };
  try {
    const agent = agentOf(suite, variant);
    if (typeof agent?.open === "function") return agent;
  } catch (error) {
    throw problem(`its agent could not be made: ${messageOf(error)}`);
  }
  throw problem("its agent function returned no agent");
}
