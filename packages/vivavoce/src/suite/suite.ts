import { z } from "zod";
import type { Agent, Variant } from "../agent/index.ts";
import { InputError, type Problem } from "../base/index.ts";
import { type Case, type CaseFiles, type CaseInput, caseList } from "../case/index.ts";
import type { ConversationLimits } from "../conversation/index.ts";
import { type GatePolicy, gatePolicySchema } from "../gate/index.ts";
import type { Metric } from "../metric/index.ts";
import type { ModelChoice } from "../model/index.ts";
import type { World } from "../world/index.ts";
import { schemaProblems } from "./schema-problems.ts";

/** The choices a suite offers, the default of each first. */
export type Variants = Readonly<Record<string, readonly string[]>>;
/** One choice of each, as the agent function is given it. */
export type ChoiceOf<V extends Variants> = { readonly [Name in keyof V]: V[Name][number] };

export interface SuiteDefinition<V extends Variants = Variants, W extends World = World> {
  name: string;
  /** Files by `cases(glob, schema)`, or the cases themselves. */
  cases: CaseFiles | readonly CaseInput[];
  /** A fresh world for each trial; left out where Viva cannot see what the agent acts on. */
  world?: (testCase: Case) => W;
  variants?: V;
  agent: Agent<W> | ((choice: ChoiceOf<V>) => Agent<W>);
  /** Files besides code that make the agent what it is, such as prompts; globs relative to the suite's file. */
  files?: readonly string[];
  metrics: readonly Metric[];
  models?: Readonly<Record<string, ModelChoice>>;
  threshold?: number;
  gate?: GatePolicy;
  limits?: Partial<ConversationLimits>;
  /** How simulated users are kept honest: how often a spoiled conversation is played again, and whether a judge looks too. */
  simulator?: { retries?: number; judge?: boolean };
  /** Where recordings are kept, relative to the suite's file. */
  cassettes?: string;
}

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
  const problems = problemsOf(definition as unknown as SuiteDefinition);
  if (problems.length > 0) throw new InputError(problems);
  return { ...(definition as unknown as SuiteDefinition), [marker]: true };
}

export function isSuite(value: unknown): value is Suite {
  return typeof value === "object" && value !== null && (value as { [marker]?: unknown })[marker] === true;
}

/** The agent of a suite for one choice of its variants. */
export function agentOf(definition: SuiteDefinition, variant: Variant): Agent {
  return typeof definition.agent === "function" ? definition.agent(variant) : definition.agent;
}

/** Where a suite's cases come from, whether it names files or gives the cases themselves. */
export function caseSource({ cases }: Pick<SuiteDefinition, "cases">): CaseFiles {
  return Array.isArray(cases) ? caseList(cases) : (cases as CaseFiles);
}

const shape = z.strictObject({
  name: z.string().regex(/^[\w.-]+$/, "a suite's name is one word of letters, digits, dots and dashes"),
  cases: z.union(
    [
      z.array(z.unknown()).min(1, "a suite needs at least one case"),
      z.looseObject({ from: z.looseObject({ kind: z.string() }), schema: z.looseObject({}) }),
    ],
    { error: 'cases is cases("./cases/*.json"), or a list of cases' },
  ),
  world: z.function().optional(),
  variants: z.record(z.string().regex(/^[\w.-]+$/), z.array(z.string().min(1)).min(1)).optional(),
  agent: z.union([z.function(), z.looseObject({ name: z.string().min(1), version: z.string(), open: z.function() })], {
    error: "agent is { name, version, open() } or a function of the variant that returns one",
  }),
  files: z.array(z.string()).optional(),
  metrics: z
    .array(z.looseObject({ name: z.string(), score: z.function() }, { error: "no metric; call it: toolUse()" }))
    .min(1, "a suite needs at least one metric"),
  models: z.record(z.string(), z.unknown()).optional(),
  threshold: z.number().min(0).max(1).optional(),
  gate: gatePolicySchema.optional(),
  limits: z
    .strictObject({
      exchangeMs: z.number().positive(),
      conversationMs: z.number().positive(),
      modelCalls: z.int().positive(),
      toolCalls: z.int().positive(),
    })
    .partial()
    .optional(),
  simulator: z.strictObject({ retries: z.int().min(0).max(10).optional(), judge: z.boolean().optional() }).optional(),
  cassettes: z.string().optional(),
});

function problemsOf(definition: SuiteDefinition): Problem[] {
  const parsed = shape.safeParse(definition);
  const name = typeof definition?.name === "string" ? `suite ${definition.name}` : "suite()";
  if (!parsed.success) return schemaProblems(parsed.error, name, Object.keys(shape.shape));
  const problems: Problem[] = [];
  const names = definition.metrics.map((metric) => metric.name);
  for (const twice of new Set(names.filter((metric, index) => names.indexOf(metric) !== index))) {
    const remedy = `Give one of them a name of its own: { name: "…" }.`;
    problems.push({
      message: `${name}: two metrics are called ${twice}, so their scores could not be told apart`,
      remedy,
    });
  }
  const { primary, secondary = [], floors = {} } = definition.gate ?? {};
  const named = { primary: primary === undefined ? [] : [primary], secondary, floors: Object.keys(floors) };
  for (const [field, wanted] of Object.entries(named)) {
    for (const unknown of wanted.filter((metric) => !names.includes(metric))) {
      problems.push({ message: `${name}: gate.${field} is ${unknown}, but the metrics are ${names.join(", ")}` });
    }
  }
  return problems;
}
