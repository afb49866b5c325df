import { z } from "zod";
import type { JsonSchema } from "../base/index.ts";
import type { CaseFiles, CaseSchema } from "./case-files.ts";

const inputSchemas = new WeakMap<CaseSchema, JsonSchema>();

/** The JSON Schema of one case as it is written in a file. */
export function inputSchemaOf(schema: CaseSchema): JsonSchema {
  const known = inputSchemas.get(schema);
  if (known) return known;
  const made: JsonSchema = z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "ref" });
  inputSchemas.set(schema, made);
  return made;
}

/**
 * The JSON Schema (draft 2020-12) of a case file, one case or a list of them, for an editor to complete and check.
 *
 * @example jsonSchemaOf(cases("./cases/*.json", coachCase))
 */
export function jsonSchemaOf(source: CaseFiles): JsonSchema {
  const { $schema, $defs = {}, ...body } = inputSchemaOf(source.schema);
  const definitions = $defs as JsonSchema;
  let name = "case";
  while (Object.hasOwn(definitions, name)) name = `viva-${name}`;
  const one = { $ref: `#/$defs/${name}` };
  return {
    $schema,
    anyOf: [one, { type: "array", minItems: 1, items: one }],
    $defs: redirected({ ...definitions, [name]: body }, one.$ref),
  };
}

/** The case moves from the root into `$defs`, and what refers to it as "#" has to follow. */
function redirected(node: unknown, root: string): unknown {
  if (Array.isArray(node)) return node.map((item) => redirected(item, root));
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, key === "$ref" && value === "#" ? root : redirected(value, root)]),
  );
}
