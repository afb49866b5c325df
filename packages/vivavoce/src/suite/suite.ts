import { z } from "zod";
import { type Agent, asAgent, type ReplyFunction } from "../agent/index.ts";
import { didYouMean, InputError, type Problem } from "../base/index.ts";
import { type CaseFiles, caseList } from "../case/index.ts";
import { withoutFault } from "../conversation/index.ts";
import { caseSchema, gatePolicySchema, issueMessage, type Variant, type World } from "../shape/index.ts";
import { schemaProblems } from "./schema-problems.ts";
import type { NeededWorld, SuiteDefinition, Variants } from "./suite-definition.ts";
import { trafficFields } from "./traffic-schemas.ts";
import { userFrame } from "./user-place.ts";

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

/** A suite's mocks: what a case may write as data, and also functions. */
const mocksSchema = z.record(
  z.string().min(1),
  z.union([z.function(), caseSchema.shape.mocks.unwrap().valueType], {
    error: "this is not a mock",
  }),
);

const shape = z.strictObject({
  name: z.string().regex(/^[\w.-]+$/, "a suite's name must be one word of letters, digits, dots and dashes"),
  cases: z.union(
    [z.array(z.unknown()), z.looseObject({ from: z.looseObject({ kind: z.string() }), schema: z.looseObject({}) })],
    { error: 'should be cases("./cases/*.json"), or a list of cases' },
  ),
  world: z.function().optional(),
  invariants: z.record(z.string().min(1), z.function()).optional(),
  mocks: mocksSchema.optional(),
  variants: z.record(z.string().regex(/^[\w.-]+$/), z.array(z.string().min(1)).min(1)).optional(),
  agent: z.union([z.function(), z.looseObject({ name: z.string().min(1), version: z.string(), open: z.function() })], {
    error:
      "should be { name, version, open() }, (message, context) => reply, or a function of the variant that returns an agent",
  }),
  files: z.array(z.string()).optional(),
  metrics: z
    .array(
      z
        .looseObject({ name: z.string(), score: z.function() }, { error: "not a metric; call it: toolUse()" })
        .refine(
          (one) => one.identity && one.gating !== undefined,
          "defineMetric({ name, score }) makes a metric of it",
        ),
    )
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
  ends: z.array(z.string().min(1)).min(1).optional(),
  failed: z.function().optional(),
  simulator: z.strictObject({ retries: z.int().min(0).max(10).optional(), judge: z.boolean().optional() }).optional(),
  network: trafficFields.network,
  gateway: trafficFields.gateway,
  mcp: trafficFields.mcp,
  clock: z
    .union([z.literal("real"), caseSchema.shape.clock.unwrap()], {
      error: 'clock is "real", or { now: "2026-03-02T09:00:00Z" }',
    })
    .optional(),
  replay: z
    .strictObject({
      ignore: z.array(z.string().regex(/^\//, 'it is a JSON pointer, such as "/metadata"')).optional(),
      normalise: z
        .array(
          z.union([z.enum(["now", "today", "uuid"]), z.instanceof(RegExp)], {
            error: '"now", "today", "uuid" or a pattern',
          }),
        )
        .optional(),
    })
    .optional(),
  capture: trafficFields.capture,
  isolation: z.literal("process").optional(),
  again: z.boolean().optional(),
  cassettes: z.string().optional(),
  untaped: z.union([z.enum(["missing", "leave-out"]), z.function()]).optional(),
});

/** Those fields of a suite that one conversation may have as well. */
export const conversationShape = shape.pick({
  world: true,
  invariants: true,
  mocks: true,
  models: true,
  limits: true,
  ends: true,
  failed: true,
  mcp: true,
});

const whole = 'Write suite({ name: "exam", cases: …, agent: …, metrics: [ … ] }).';

/** Examples of fields whose messages do not show one. */
const forms = {
  invariants: 'invariants: { "no slot is booked twice": (world) => … }.',
  variants: 'variants: { prompt: ["v2", "v1"] }, the default first.',
  files: 'files: ["./prompts/*.md"], relative to the suite.',
  ends: 'ends: ["transfer_to_human"], names of tools.',
  failed: '(call, result) => result?.status === "refused" || undefined.',
  simulator: "simulator: { retries: 2, judge: true }.",
  replay: 'replay: { ignore: ["/metadata"], normalise: ["today", "uuid", /req-\\d+/] }.',
  clock: 'clock: { now: "2026-03-02T09:00:00Z" }, or "real".',
  isolation: 'isolation: "process", or leave it out.',
  again: "again: false, or leave it out.",
  cassettes: 'cassettes: "./cassettes", relative to the suite.',
  untaped: 'untaped: "leave-out", or a function of the variant that returns that or "missing".',
};

/** All that is wrong with a suite's definition. */
function suiteProblems(definition: SuiteDefinition): Problem[] {
  const parsed = shape.safeParse(definition, { error: issueMessage });
  const name = typeof definition?.name === "string" ? `suite ${definition.name}` : "suite()";
  if (!parsed.success) return schemaProblems(parsed.error, { subject: name, schema: shape, whole, forms });
  const problems = [...protoNames(definition, name), ...faultVariant(definition, name)];
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
      problems.push({
        message: `${name}: gate.${field} is ${unknown}, but the metrics are ${names.join(", ")}`,
        remedy: didYouMean(unknown, names, "Name one of those, or add the metric."),
      });
    }
  }
  return problems;
}

/** `--faults` is that variant. */
function faultVariant({ variants = {} }: SuiteDefinition, name: string): Problem[] {
  if (!Object.hasOwn(variants, "fault")) return [];
  const message = `${name}: a variant may not be called fault: that is what --faults chooses`;
  return [{ message, remedy: "Rename it." }];
}

/** A field with such a name is lost wherever an object is copied field by field. */
function protoNames({ variants = {}, models = {}, metrics }: SuiteDefinition, name: string): Problem[] {
  const given = {
    variant: Object.keys(variants),
    model: Object.keys(models),
    metric: metrics.map((metric) => metric.name),
  };
  return Object.entries(given)
    .filter(([, names]) => names.includes("__proto__"))
    .map(([what]) => ({
      message: `${name}: a ${what} may not be called __proto__`,
      remedy: "Rename it: this name has a special meaning in JavaScript.",
    }));
}
