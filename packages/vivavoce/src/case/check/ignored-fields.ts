import { isJsonObject, type JsonSchema, nearest } from "../../base/index.ts";
import type { Path } from "../read/placed-tree.ts";
import { formsOf, stepInto } from "./known-fields.ts";

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
