import type { JsonObject, JsonValue } from "../../../base/index.ts";
import { textOf } from "../safe-json.ts";

const tag = /\{\{[-~]?\s*(.*?)\s*[-~]?\}\}|\{%[\s\S]*?%\}|\{#[\s\S]*?#\}/gs;
const variable = /^([A-Za-z_$][\w$]*(?:\.\w+|\[\d+\])*)(\s*\|\s*(?:dump|safe))?$/;
/** Variables may name each other, up to this depth. */
const mostRounds = 5;
/** Variables that name themselves many times would fill any memory. */
const longest = 1_000_000;

/** Fills `{{ name }}` and `{{ name.field }}`. Filters, loops and unknown names stay as they are, and are reported. */
export function filled(template: string, vars: JsonObject): { text: string; unfilled: string[] } {
  let text = template;
  let unfilled: string[] = [];
  for (let round = 0; round < mostRounds && text.includes("{"); round++) {
    const before = text;
    let length = text.length;
    unfilled = [];
    text = text.replace(tag, (whole, expression: string | undefined) => {
      const [, path, filter] = expression === undefined ? [] : (variable.exec(expression) ?? []);
      const value = path === undefined ? undefined : valueIn(vars, path);
      const shown = value === undefined ? "" : filter?.includes("dump") ? JSON.stringify(value) : textOf(value);
      if (value !== undefined && length + shown.length <= longest) {
        length += shown.length;
        return shown;
      }
      unfilled.push(whole.replace(/\s+/g, " "));
      return whole;
    });
    if (text === before) break;
  }
  return { text, unfilled };
}

function valueIn(vars: JsonObject, path: string): JsonValue | undefined {
  let at: JsonValue | undefined = vars;
  for (const key of path.split(/[.[\]]+/).filter(Boolean)) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as JsonObject)[key];
  }
  return at ?? undefined;
}

/** The same for every text in a value. */
export function filledValue(value: JsonValue, vars: JsonObject, unfilled: string[]): JsonValue {
  if (typeof value === "string") {
    const done = filled(value, vars);
    unfilled.push(...done.unfilled);
    return done.text;
  }
  if (Array.isArray(value)) return value.map((item) => filledValue(item, vars, unfilled));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, filledValue(field, vars, unfilled)]));
}
