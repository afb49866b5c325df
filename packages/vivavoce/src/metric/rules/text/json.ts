import { z } from "zod";
import { compileSchema, type JsonSchema, type JsonValue, messageOf } from "../../../base/index.ts";
import { defineMetric } from "../../define-metric.ts";
import { refuseUnknownOptions, yesOrNoOptions } from "../../known-options.ts";
import { scored } from "../../result.ts";
import type { Metric, YesOrNoOptions } from "../../types.ts";
import { checkReplies, type ReplyVerdict, type WhichReply } from "./replies.ts";

/** Options of `json`. */
export interface JsonOptions extends YesOrNoOptions {
  /** What the JSON should be: a zod schema or a JSON Schema. Any JSON is accepted if left out. */
  schema?: z.ZodType | JsonSchema | undefined;
  /** Which reply is checked; the last one if left out. */
  exchange?: WhichReply | undefined;
}

/**
 * Checks that the whole reply is JSON and meets this schema. Value 1 or 0. Asks no judge.
 *
 * @example json({ schema: z.object({ answer: z.string() }) })
 */
export function json(options: JsonOptions = {}): Metric {
  refuseUnknownOptions<JsonOptions>("json", options, { ...yesOrNoOptions, schema: "any", exchange: "reply" });
  const { name = "json", report, schema, exchange = "last" } = options;
  const problemOf = schemaTest(schema);
  return defineMetric({
    name,
    report,
    threshold: 1,
    parts: { schema: schemaIdentity(schema), exchange },
    score(transcript) {
      const label = schema ? "is JSON that meets the schema" : "is JSON";
      const check = checkReplies(transcript, exchange, { id: "json", label }, (reply) => verdictOf(reply, problemOf));
      return scored(check.ok ? 1 : 0, [check]);
    },
  });
}

type SchemaTest = (value: JsonValue) => string | undefined;

function verdictOf(reply: string, problemOf: SchemaTest): ReplyVerdict {
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
