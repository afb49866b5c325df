import type { Agent, Variant } from "../agent/index.ts";
import { InputError } from "../base/index.ts";
import { type CaseFiles, caseList } from "../case/index.ts";
import { withoutFault } from "../conversation/index.ts";
import type { World } from "../world/index.ts";
import type { SuiteDefinition, Variants } from "./suite-definition.ts";
import { suiteProblems } from "./suite-problems.ts";

const marker = Symbol.for("vivavoce.suite");

/** A checked suite definition: the default export of a `*.eval.ts`. */
export interface Suite extends SuiteDefinition {
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
export function suite<const V extends Variants = Readonly<Record<never, never>>, W extends World = World>(
  definition: SuiteDefinition<V, W>,
): Suite {
  const problems = suiteProblems(definition as unknown as SuiteDefinition);
  if (problems.length > 0) throw new InputError(problems);
  return { ...(definition as unknown as SuiteDefinition), [marker]: true };
}

export function isSuite(value: unknown): value is Suite {
  return typeof value === "object" && value !== null && (value as { [marker]?: unknown })[marker] === true;
}

/** The agent of a suite for one choice of its variants. */
export function agentOf(definition: SuiteDefinition, variant: Variant): Agent {
  return typeof definition.agent === "function" ? definition.agent(withoutFault(variant)) : definition.agent;
}

/** Where a suite's cases come from, whether it names files or gives the cases themselves. */
export function caseSource({ cases }: Pick<SuiteDefinition, "cases">): CaseFiles {
  return Array.isArray(cases) ? caseList(cases) : (cases as CaseFiles);
}
