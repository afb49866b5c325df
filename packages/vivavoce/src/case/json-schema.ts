import { z } from "zod";
import { isJsonObject, type JsonSchema } from "../base/index.ts";
import type { CaseFiles, CaseSchema } from "./case-files.ts";

const inputSchemas = new WeakMap<CaseSchema, JsonSchema>();

/** The JSON Schema of one case as it is written in a file. */
export function inputSchemaOf(schema: CaseSchema): JsonSchema {
  const known = inputSchemas.get(schema);
  if (known) return known;
  const made: JsonSchema = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    reused: "ref",
    // The user's copy of zod may keep descriptions where ours does not look for them.
    override: ({ zodSchema, jsonSchema }) => {
      const { description } = zodSchema as { description?: string };
      if (description !== undefined) jsonSchema.description ??= description;
    },
  });
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
  const list = { type: "array", minItems: 1, items: one, description: "Several cases in one file." };
  const named = {
    type: "object",
    properties: { $schema: schemaField, cases: list },
    required: ["$schema", "cases"],
    additionalProperties: false,
  };
  const text = JSON.stringify({ ...definitions, [name]: withSchemaField(body) });
  // The case moves from the root into `$defs`.
  const whole = JSON.parse(text, (key, value) => (key === "$ref" && value === "#" ? one.$ref : value));
  return { $schema, anyOf: [one, list, named], $defs: inPlace(whole, name) };
}

/** Puts definitions that are used once where they are used, because zod makes one for every field with a description. */
function inPlace(definitions: JsonSchema, root: string): JsonSchema {
  const uses = new Map<string, number>();
  const count = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const name = referredBy(node);
    if (name !== undefined) uses.set(name, (uses.get(name) ?? 0) + 1);
    for (const child of Object.values(node)) count(child);
  };
  count(definitions);
  const isInner = (name: string) => name !== root && uses.get(name) === 1 && Object.hasOwn(definitions, name);
  const resolved = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolved);
    if (typeof node !== "object" || node === null) return node;
    const name = referredBy(node);
    const isInlined = name !== undefined && isInner(name);
    const { $ref, ...rest } = node as JsonSchema;
    const own = Object.entries(isInlined || $ref === undefined ? rest : node).map(([key, child]) => [
      key,
      resolved(child),
    ]);
    return { ...(isInlined ? (resolved(definitions[name]) as JsonSchema) : {}), ...Object.fromEntries(own) };
  };
  const kept = Object.entries(definitions).filter(([name]) => !isInner(name));
  return Object.fromEntries(kept.map(([name, definition]) => [name, resolved(definition)]));
}

function referredBy(node: object): string | undefined {
  const reference = "$ref" in node && typeof node.$ref === "string" ? node.$ref : "";
  return /^#\/\$defs\/([^/]+)$/.exec(reference)?.[1];
}

const schemaField = { type: "string", description: "The schema that an editor checks this file by. Viva ignores it." };

/** A case may name its `$schema`, even if its owner's schema does not know the field: Viva removes it first. */
function withSchemaField(body: JsonSchema): JsonSchema {
  const { properties, anyOf, oneOf } = body;
  const inside = (forms: unknown) =>
    Array.isArray(forms) ? forms.map((one) => withSchemaField(one as JsonSchema)) : forms;
  return {
    ...body,
    ...(isJsonObject(properties) ? { properties: { $schema: schemaField, ...properties } } : {}),
    ...(anyOf ? { anyOf: inside(anyOf) } : {}),
    ...(oneOf ? { oneOf: inside(oneOf) } : {}),
  };
}
