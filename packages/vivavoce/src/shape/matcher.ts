import { z } from "zod";
import { compileSchema, InputError, instantOf, messageOf, patternProblem } from "../base/index.ts";
import { jsonDataSchema } from "./json-data.ts";
import { optional } from "./optional.ts";

/** Why a text is not a regular expression, or undefined when it is one. */
function patternFault(source: string, flags = ""): string | undefined {
  // Wrong flags are reported by the flags' own check.
  const problem = patternProblem(source, flags.replace(/[^imsuv]/g, ""));
  return problem === undefined ? undefined : `not a regular expression: ${problem}`;
}

/** The source of a regular expression, without flags. */
export const patternSchema = z
  .string()
  .min(1)
  .check((context) => {
    const fault = patternFault(context.value);
    if (fault) context.issues.push({ code: "custom", message: fault, input: context.value });
  });

/** A JSON Schema that Viva can test. */
export const testableSchema = z.record(z.string(), jsonDataSchema).check((context) => {
  try {
    compileSchema(context.value);
  } catch (error) {
    const message = error instanceof InputError ? error.problems[0]?.message : messageOf(error);
    context.issues.push({ code: "custom", message, input: context.value });
  }
});

const orAbsent = optional(z.literal(true), "The value may also be absent.");

/**
 * What a value should be. A plain JSON value means equal. An object with exactly one of these keys is a matcher; with
 * `orAbsent` the value may also be absent.
 * A string stands for itself, so `"^a"` is the text ^a and `{ "matches": "^a" }` the pattern.
 */
export const matcherSchema = z.union([
  z.strictObject({ equals: jsonDataSchema.describe("Exactly this value."), orAbsent }),
  z.strictObject({ oneOf: z.array(jsonDataSchema).min(1).describe("One of these values."), orAbsent }),
  z.strictObject({
    // Every text contains an empty one, so that would check nothing.
    contains: z
      .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
      .describe("A text, or texts, that the value contains."),
    ignoreCase: optional(z.boolean(), "Ignores upper and lower case."),
    orAbsent,
  }),
  z
    .strictObject({
      matches: z.string().describe("A regular expression."),
      flags: optional(z.string().regex(/^[imsu]*$/, "only the flags i, m, s and u"), "Its flags: i, m, s and u."),
      orAbsent,
    })
    .superRefine(({ matches, flags }, context) => {
      const fault = patternFault(matches, flags);
      if (fault !== undefined) context.addIssue({ code: "custom", message: fault, path: ["matches"] });
    }),
  z.strictObject({
    range: z
      .tuple([z.number().nullable(), z.number().nullable()])
      .describe("From the first number to the second; null means no limit."),
    orAbsent,
  }),
  z.strictObject({
    instant: z
      .union([z.string(), z.number()])
      .refine((value) => instantOf(value) !== undefined, "it is not a moment: write a date, a time and a zone")
      .describe("The same moment, in any zone and notation: `2026-11-16T10:00-06:00`."),
    orAbsent,
  }),
  z.strictObject({ absent: z.literal(true).describe("There is no such value.") }),
  z.strictObject({ any: z.literal(true).describe("Any value at all.") }),
  z.strictObject({ schema: testableSchema.describe("A JSON Schema that the value meets."), orAbsent }),
]);

export type Matcher = z.infer<typeof matcherSchema>;

const matcherWords = new Set<string>(matcherSchema.options.flatMap((option) => Object.keys(option.shape)));

/** `{ "contains": 5 }` is a mistake in a matcher, not an object to be equal to. */
function isBrokenMatcher(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => matcherWords.has(key)) && !matcherSchema.safeParse(value).success;
}

const brokenMatcher = 'no matcher has this form; an object to be equal to is { "equals": … }';

/** With `abort`, because zod would otherwise take this form as the best match and hide what is wrong with the matcher. */
const plainValueSchema = jsonDataSchema.refine((value) => !isBrokenMatcher(value), {
  abort: true,
  error: brokenMatcher,
});

/** A matcher or a plain value. */
export const expectedValueSchema = z.union([matcherSchema, plainValueSchema]);

/** What a value should be: a matcher such as `{ contains: "x" }`, or a plain value to be equal to. */
export type ExpectedValue = z.infer<typeof expectedValueSchema>;

/** A matcher, or a value that contains matchers in place of items and fields, at any depth. */
export const expectedPatternSchema = expectedValueSchema.superRefine((value, context) => {
  if (matcherSchema.safeParse(value).success) return;
  for (const path of brokenWithin(value, [])) {
    context.addIssue({ code: "custom", message: brokenMatcher, path });
  }
});

function brokenWithin(value: unknown, path: (string | number)[]): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [];
  if (path.length > 0 && isBrokenMatcher(value)) return [path];
  if (path.length > 0 && matcherSchema.safeParse(value).success) return [];
  const fields = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return fields.flatMap(([key, field]: [string | number, unknown]) => brokenWithin(field, [...path, key]));
}
