import { isJsonObject, type JsonSchema, nearest } from "../../base/index.ts";
import type { Path } from "../read/placed-tree.ts";

/** The fields that a JSON Schema knows at a path, in all forms that the value may have. */
export function knownFields(schema: JsonSchema, path: Path): string[] {
  let nodes = formsOf(schema, schema);
  for (const key of path) nodes = nodes.flatMap((node) => stepInto(node, key)).flatMap((node) => formsOf(schema, node));
  return [...new Set(nodes.flatMap(({ properties }) => (isJsonObject(properties) ? Object.keys(properties) : [])))];
}

/** What a node says about the value at one of its keys. */
function stepInto(node: JsonSchema, key: string | number): JsonSchema[] {
  const { prefixItems, items, properties, additionalProperties } = node;
  if (typeof key === "number") return schemasIn([listOf(prefixItems)[key] ?? items]);
  const named = isJsonObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
  return schemasIn([named ?? additionalProperties]);
}

/** A node and all that its references and alternatives lead to. */
function formsOf(root: JsonSchema, node: JsonSchema, seen: Set<JsonSchema> = new Set()): JsonSchema[] {
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

/** A field that a schema ignores, although it is similar to one that it knows. */
interface IgnoredField {
  path: Path;
  meant: string;
}

const lenient = new WeakMap<JsonSchema, boolean>();

/** An owner's schema may accept any field and drop it. Fields that look like a spelling mistake are worth a warning. */
export function ignoredFields(schema: JsonSchema, input: unknown): IgnoredField[] {
  const known = lenient.get(schema) ?? dropsFields(schema);
  lenient.set(schema, known);
  return known ? slipsIn(schema, formsOf(schema, schema), input, []) : [];
}

function slipsIn(root: JsonSchema, forms: readonly JsonSchema[], value: unknown, path: Path): IgnoredField[] {
  if (typeof value !== "object" || value === null) return [];
  const fields = Array.isArray(value) ? [] : Object.keys(value);
  const known = fieldsDroppedBeside(forms);
  const open = known?.filter((field) => !fields.includes(field)) ?? [];
  const here = fields.flatMap((field) => {
    const meant = known?.includes(field) ? undefined : nearest(field, open);
    return meant === undefined ? [] : [{ path: [...path, field], meant }];
  });
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  const inside = entries.flatMap(([key, field]) => {
    const further = forms.flatMap((form) => stepInto(form, key)).flatMap((form) => formsOf(root, form));
    return further.length === 0 ? [] : slipsIn(root, further, field, [...path, key]);
  });
  return [...here, ...inside];
}

/** The fields of forms that all drop what they do not know; undefined if one of them keeps it, or refuses it. */
function fieldsDroppedBeside(forms: readonly JsonSchema[]): string[] | undefined {
  const objects = forms.filter(({ properties }) => isJsonObject(properties));
  if (objects.length === 0 || !objects.every(isDropping)) return undefined;
  return objects.flatMap(({ properties }) => Object.keys(properties as JsonSchema));
}

/** In an input schema, only an object that drops unknown fields says nothing about them. */
function isDropping(node: JsonSchema): boolean {
  return isJsonObject(node.properties) && node.additionalProperties === undefined;
}

function dropsFields(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(dropsFields);
  return isJsonObject(node) && (isDropping(node) || Object.values(node).some(dropsFields));
}
