import { z } from "zod";
import { compileSchema, type JsonSchema, type JsonValue, messageOf } from "../../../base/index.ts";
import type { Case } from "../../../shape/index.ts";
import { defineMetric } from "../../define-metric.ts";
import { refuseUnknownOptions, yesOrNoOptions } from "../../known-options.ts";
import { scored, skipped } from "../../result.ts";
import type { Metric, YesOrNoOptions } from "../../types.ts";
import { withLines } from "../../with-lines.ts";
import { checkReplies, type ReplyVerdict, replyOfLine, type WhichReply } from "./replies.ts";

/** Options of `json`. */
export interface JsonOptions extends YesOrNoOptions {
  /** For cases without `expect.json`: a zod schema or a JSON Schema. Any JSON is accepted if left out. */
  schema?: z.ZodType | JsonSchema | undefined;
  /** Which reply is checked; the last one if left out. */
  exchange?: WhichReply | undefined;
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
  const applies = ({ expect }: Case) => expect.json !== undefined;
  const metricOf = (which: WhichReply) =>
    defineMetric({
      name,
      report,
      threshold: 1,
      parts: { schema: schemaIdentity(schema), exchange, ...(onlyExpected ? { onlyExpected } : {}) },
      ...(onlyExpected ? { applies } : {}),
      score(transcript, { expect }) {
        if (onlyExpected && expect.json === undefined) return skipped("the case does not ask for JSON");
        const own = expect.json === true ? undefined : expect.json;
        const label = (expect.json === undefined ? schema : own) ? "is JSON that meets the schema" : "is JSON";
        const problemOf = expect.json === undefined ? given : schemaTest(own);
        const check = checkReplies(transcript, which, { id: "json", label }, (reply) => verdictOf(reply, problemOf));
        return scored(check.ok ? 1 : 0, [check]);
      },
    });
  return withLines(metricOf(exchange), "json", metricOf(replyOfLine));
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
