import { isJsonObject, type JsonValue, sameJson, testPattern } from "../../base/index.ts";
import { type Keyword, listOf, type SchemaTest } from "./json-schema-keyword.ts";
import { showValue } from "./show-value.ts";

/** Keywords that look at one value: its type, its size, its text. */
export const valueKeywords: Record<string, Keyword> = {
  type: (argument, { refused }) => {
    const types = Array.isArray(argument) ? argument : [argument];
    for (const type of types) if (!Object.hasOwn(typeTests, String(type))) throw refused(`${type} is no type`);
    const names = types.map(String);
    return (value, path) =>
      names.some((name) => typeTests[name]?.(value))
        ? undefined
        : `${path} is ${showValue(value)}, not of type ${names.join(" or ")}`;
  },
  enum: (argument, context) => oneOfValues(listOf(argument, context)),
  const: (argument) => oneOfValues([argument]),

  minimum: numeric((value, limit) => (value < limit ? `less than ${limit}` : undefined)),
  maximum: numeric((value, limit) => (value > limit ? `more than ${limit}` : undefined)),
  exclusiveMinimum: numeric((value, limit) => (value <= limit ? `not more than ${limit}` : undefined)),
  exclusiveMaximum: numeric((value, limit) => (value >= limit ? `not less than ${limit}` : undefined)),
  multipleOf: numeric((value, step) => {
    const quotient = value / step;
    return Math.abs(quotient - Math.round(quotient)) < 1e-9 ? undefined : `no multiple of ${step}`;
  }),

  minLength: sized("string", (size, limit) => (size < limit ? `shorter than ${limit}` : undefined)),
  maxLength: sized("string", (size, limit) => (size > limit ? `longer than ${limit}` : undefined)),
  minItems: sized("array", (size, limit) => (size < limit ? `fewer than ${limit} items` : undefined)),
  maxItems: sized("array", (size, limit) => (size > limit ? `more than ${limit} items` : undefined)),
  minProperties: sized("object", (size, limit) => (size < limit ? `fewer than ${limit} fields` : undefined)),
  maxProperties: sized("object", (size, limit) => (size > limit ? `more than ${limit} fields` : undefined)),

  pattern: (argument, { refused }) => {
    if (typeof argument !== "string") throw refused("a text is needed");
    testPattern(argument, "");
    return (value, path) => {
      if (typeof value !== "string") return undefined;
      const outcome = testPattern(argument, value);
      if (outcome === "too-long") return `${path}: the pattern /${argument}/ took too long`;
      return outcome === "match" ? undefined : `${path} is ${showValue(value)}, which does not match /${argument}/`;
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
      : `${path} is ${showValue(value)}, not ${allowed.map((one) => showValue(one as JsonValue)).join(" or ")}`;
}

function numeric(problem: (value: number, limit: number) => string | undefined): Keyword {
  return (argument, { refused }) => {
    if (typeof argument !== "number") throw refused("a number is needed");
    return (value, path) => {
      const found = typeof value === "number" ? problem(value, argument) : undefined;
      return found && `${path} is ${value}, ${found}`;
    };
  };
}

function sized(
  kind: "string" | "array" | "object",
  problem: (size: number, limit: number) => string | undefined,
): Keyword {
  return (argument, { refused }) => {
    if (typeof argument !== "number") throw refused("a number is needed");
    return (value, path) => {
      const found = typeTests[kind]?.(value) ? problem(sizeOf(value), argument) : undefined;
      return found && `${path} is ${showValue(value)}, ${found}`;
    };
  };
}

function sizeOf(value: JsonValue): number {
  if (typeof value === "string") return [...value].length;
  return Object.keys(value as object).length;
}
