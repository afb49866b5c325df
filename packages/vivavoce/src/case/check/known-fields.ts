import { isJsonObject, type JsonSchema } from "../../base/index.ts";
import type { Path } from "../read/placed-tree.ts";

/** The fields that a JSON Schema knows at a path, in all forms that the value may have. */
export function knownFields(schema: JsonSchema, path: Path): string[] {
  let nodes = formsOf(schema, schema);
  for (const key of path) nodes = nodes.flatMap((node) => stepInto(node, key)).flatMap((node) => formsOf(schema, node));
  return [...new Set(nodes.flatMap(({ properties }) => (isJsonObject(properties) ? Object.keys(properties) : [])))];
}

/** What a node says about the value at one of its keys. */
export function stepInto(node: JsonSchema, key: string | number): JsonSchema[] {
  const { prefixItems, items, properties, additionalProperties } = node;
  if (typeof key === "number") return schemasIn([listOf(prefixItems)[key] ?? items]);
  const named = isJsonObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
  return schemasIn([named ?? additionalProperties]);
}

/** A node and all that its references and alternatives lead to. */
export function formsOf(root: JsonSchema, node: JsonSchema, seen: Set<JsonSchema> = new Set()): JsonSchema[] {
  if (seen.has(node)) return [];
  seen.add(node);
  const { anyOf, oneOf, allOf, $ref } = node;
  const referred = typeof $ref === "string" ? [follow(root, $ref)] : [];
  const further = schemasIn([anyOf, oneOf, allOf, referred].flatMap(listOf));
  return [node, ...further.flatMap((form) => formsOf(root, form, seen))];
}

/** "#/$defs/name" or "#", the only references that are made here. */
function follow(root: JsonSchema, reference: string): unknown {
  let node: unknown = root;
  for (const part of reference.split("/").slice(1)) node = isJsonObject(node) ? node[part] : undefined;
  return node;
}

function schemasIn(values: readonly unknown[]): JsonSchema[] {
  return values.filter(isJsonObject);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
