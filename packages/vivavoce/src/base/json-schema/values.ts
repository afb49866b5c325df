import { sameJson } from "../canonical-json.ts";
import { isJsonObject, type JsonValue } from "../json.ts";
import { patternProblem } from "../pattern.ts";
import { showJson } from "../show-value.ts";
import { called, fitsPattern, type Keyword, listOf, noTest, type SchemaTest } from "./keyword.ts";

/** Keywords that look at one value: its type, its size, its text. */
export const valueKeywords: Record<string, Keyword> = {
  type: (argument, { refused, siblings }) => {
    const names = (Array.isArray(argument) ? argument : [argument]).map(String);
    for (const name of names) if (!Object.hasOwn(typeTests, name)) throw refused(`${name} is not a type`);
    // OpenAPI's word for a type that may be null.
    const allowed = siblings.nullable === true ? [...names, "null"] : names;
    return (value, path) =>
      allowed.some((name) => typeTests[name]?.(value))
        ? undefined
        : `${called(path)} is ${showJson(value)}, not of type ${allowed.join(" or ")}`;
  },
  enum: (argument, context) => oneOfValues(listOf(argument, context)),
  const: (argument) => oneOfValues([argument]),

  minimum: bounded("number", (value, limit) => (value < limit ? `less than ${limit}` : undefined)),
  maximum: bounded("number", (value, limit) => (value > limit ? `more than ${limit}` : undefined)),
  exclusiveMinimum: exclusive("minimum", (value, limit) => (value <= limit ? `not more than ${limit}` : undefined)),
  exclusiveMaximum: exclusive("maximum", (value, limit) => (value >= limit ? `not less than ${limit}` : undefined)),
  multipleOf: bounded("number", (value, step) => {
    const quotient = value / step;
    return Math.abs(quotient - Math.round(quotient)) < 1e-9 ? undefined : `not a multiple of ${step}`;
  }),

  minLength: bounded("string", (size, limit) => (size < limit ? `shorter than ${limit}` : undefined)),
  maxLength: bounded("string", (size, limit) => (size > limit ? `longer than ${limit}` : undefined)),
  minItems: bounded("array", (size, limit) => (size < limit ? `fewer than ${limit} items` : undefined)),
  maxItems: bounded("array", (size, limit) => (size > limit ? `more than ${limit} items` : undefined)),
  minProperties: bounded("object", (size, limit) => (size < limit ? `fewer than ${limit} fields` : undefined)),
  maxProperties: bounded("object", (size, limit) => (size > limit ? `more than ${limit} fields` : undefined)),

  pattern: (argument, { refused, unread }) => {
    if (typeof argument !== "string") throw refused("a text is needed");
    const problem = patternProblem(argument);
    // Other languages' regular expressions are not all JavaScript's.
    if (problem !== undefined) return unread(`/${argument}/ is not a regular expression: ${problem}`);
    return (value, path) => {
      if (typeof value !== "string") return undefined;
      return fitsPattern(argument, value, path)
        ? undefined
        : `${called(path)} is ${showJson(value)}, which does not match /${argument}/`;
    };
  },
};

const typeTests: Record<string, (value: JsonValue) => boolean> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === "boolean",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isInteger(value),
  string: (value) => typeof value === "string",
  array: (value) => Array.isArray(value),
  object: (value) => isJsonObject(value),
};

function oneOfValues(allowed: readonly unknown[]): SchemaTest {
  return (value, path) =>
    allowed.some((one) => sameJson(one, value))
      ? undefined
      : `${called(path)} is ${showJson(value)}, not ${allowed.map((one) => showJson(one as JsonValue)).join(" or ")}`;
}

/** What is wrong with a number or a size, given a keyword's bound. */
type Limit = (found: number, limit: number) => string | undefined;

/** A bound on a number, or on the size of anything else. */
function bounded(kind: "number" | "string" | "array" | "object", problem: Limit): Keyword {
  return (argument, { refused }) => {
    if (typeof argument !== "number") throw refused("a number is needed");
    return (value, path) => {
      const found = typeTests[kind]?.(value) ? problem(sizeOf(value), argument) : undefined;
      return found && `${called(path)} is ${showJson(value)}, ${found}`;
    };
  };
}

/** Up to draft 4 it was true or false, for the bound beside it. */
function exclusive(bound: "minimum" | "maximum", problem: Limit): Keyword {
  const numeric = bounded("number", problem);
  return (argument, context) => {
    if (typeof argument !== "boolean") return numeric(argument, context);
    return argument ? numeric(context.siblings[bound], context) : noTest;
  };
}

function sizeOf(value: JsonValue): number {
  if (typeof value === "number") return value;
  return typeof value === "string" ? [...value].length : Object.keys(value as object).length;
}
