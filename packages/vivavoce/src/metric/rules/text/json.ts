import { z } from "zod";
import { compileSchema, type JsonSchema, type JsonValue, messageOf } from "../../../base/index.ts";
import { refuseUnknownOptions, yesOrNoOptions } from "../../known-options.ts";
import type { Metric, YesOrNoOptions } from "../../types.ts";
import type { ContainsOptions } from "./compare.ts";
import { replyMetric } from "./replies.ts";

/** Options of `json`. */
export interface JsonOptions extends YesOrNoOptions, Pick<ContainsOptions, "exchange"> {
  /** For cases without `expect.json`: a zod schema or a JSON Schema. Any JSON is accepted if left out. */
  schema?: z.ZodType | JsonSchema | undefined;
  /** Skips cases without `expect.json`. */
  onlyExpected?: boolean | undefined;
}

/**
 * Checks that the whole reply is JSON and meets this schema. Value 1 or 0. Asks no judge.
 *
 * @example json({ schema: z.object({ answer: z.string() }) })
 */
export function json(options: JsonOptions = {}): Metric {
  const known = { ...yesOrNoOptions, schema: "any", exchange: "reply", onlyExpected: "flag" } as const;
  refuseUnknownOptions<JsonOptions>("json", options, known);
  const { name = "json", report, schema, exchange = "last", onlyExpected = false } = options;
  const given = schemaTest(schema);
  return replyMetric({
    ...{ name, threshold: 1, report, exchange },
    reads: ["json"],
    parts: { schema: schemaIdentity(schema), exchange, ...(onlyExpected ? { onlyExpected } : {}) },
    ...(onlyExpected ? { applies: ({ expect }) => expect.json !== undefined } : {}),
    wishes(_transcript, { expect }) {
      if (onlyExpected && expect.json === undefined) return "the case does not ask for JSON";
      const own = expect.json === true ? undefined : expect.json;
      const label = (expect.json === undefined ? schema : own) ? "is JSON that meets the schema" : "is JSON";
      const problemOf = expect.json === undefined ? given : schemaTest(own);
      return [{ id: "json", label, look: (reply) => verdictOf(reply, problemOf) }];
    },
  });
}

type SchemaTest = (value: JsonValue) => string | undefined;

function verdictOf(reply: string, problemOf: SchemaTest): { ok: boolean; reason: string } {
  let value: JsonValue;
  try {
    value = JSON.parse(reply) as JsonValue;
  } catch (error) {
    return { ok: false, reason: `the reply is not JSON: ${messageOf(error)}` };
  }
  const problem = problemOf(value);
  return problem === undefined
    ? { ok: true, reason: "the reply is JSON as asked for" }
    : { ok: false, reason: `the reply is JSON, but does not meet its schema: ${problem}` };
}

function schemaTest(schema: JsonOptions["schema"]): SchemaTest {
  if (schema === undefined) return () => undefined;
  if (!isZod(schema)) return compileSchema(schema);
  return (value) => {
    const { error } = schema.safeParse(value);
    return error && z.prettifyError(error).replace(/\s+/g, " ");
  };
}

function schemaIdentity(schema: JsonOptions["schema"]): unknown {
  return isZod(schema) ? z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }) : schema;
}

function isZod(schema: JsonOptions["schema"]): schema is z.ZodType {
  return typeof schema === "object" && typeof (schema as { safeParse?: unknown }).safeParse === "function";
}
