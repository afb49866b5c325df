import { type Agent, asAgent, type ReplyFunction } from "../agent/index.ts";
import { InputError } from "../base/index.ts";
import { type CaseFiles, caseList } from "../case/index.ts";
import { withoutFault } from "../conversation/index.ts";
import type { Variant, World } from "../shape/index.ts";
import { userFrame } from "./stack.ts";
import type { NeededWorld, SuiteDefinition, Variants } from "./suite-definition.ts";
import { suiteProblems } from "./suite-problems.ts";

const marker = Symbol.for("vivavoce.suite");

/** The files in which suites were made, for callers that get a suite without its file. */
const files = new WeakMap<Suite, string>();

/** A checked suite definition: the default export of a `*.eval.ts`. */
export interface Suite extends SuiteDefinition {
  /** An agent, or a function of the variant that makes one. */
  agent: Agent | ((choice: Variant) => Agent | ReplyFunction);
  readonly [marker]: true;
}

/**
 * Describes one exam: cases, world, agent, metrics and gate.
 *
 * @example
 * export default suite({
 *   name: "flow-coach",
 *   cases: cases("./cases/*.json", coachCase),
 *   world: (c) => vaultOf(c),
 *   agent: () => flowCoach(),
 *   metrics: [toolUse(), worldEffects()],
 * });
 */
export function suite<const V extends Variants = Record<never, never>, W extends World = World, A extends World = W>(
  given: SuiteDefinition<V, W, A> & NeededWorld<A>,
): Suite {
  const definition = given as unknown as SuiteDefinition;
  const problems = suiteProblems(definition);
  if (problems.length > 0) throw new InputError(problems);
  const agent = definition.agent as Suite["agent"];
  const made: Suite = {
    ...definition,
    agent: isReply(agent) ? asAgent(agent, definition.name) : agent,
    [marker]: true,
  };
  const file = userFrame(new Error())?.file;
  if (file !== undefined) files.set(made, file);
  return made;
}

/** The file that called `suite()`, as far as the stack could tell. */
export function fileOfSuite(made: Suite): string | undefined {
  return files.get(made);
}

/**
 * A function of two parameters, (message, context), is the agent itself; one with fewer makes agents. Viva must see the
 * difference without calling it, because a reply function may ask a model.
 */
function isReply(agent: unknown): agent is ReplyFunction {
  return typeof agent === "function" && agent.length >= 2;
}

export function isSuite(value: unknown): value is Suite {
  return typeof value === "object" && value !== null && (value as { [marker]?: unknown })[marker] === true;
}

/** The agent of a suite for one choice of its variants. */
export function agentOf({ agent, name }: Pick<Suite, "agent" | "name">, variant: Variant): Agent {
  return typeof agent === "function" ? asAgent(agent(withoutFault(variant)), name) : agent;
}

/** Where a suite's cases come from, whether it names files or gives the cases themselves. */
export function caseSource({ cases }: Pick<SuiteDefinition, "cases">): CaseFiles {
  return Array.isArray(cases) ? caseList(cases) : (cases as CaseFiles);
}
