import { isJsonObject, type JsonValue, safeLine } from "../base/index.ts";

/** One field in which two requests differ; undefined if it is missing. */
interface RequestDifference {
  path: string;
  recorded: JsonValue | undefined;
  asked: JsonValue | undefined;
}

/** Every field in which two requests differ, those of the recorded one first. */
function differencesIn(recorded: JsonValue, asked: JsonValue): RequestDifference[] {
  const [before, after] = [leavesOf(recorded), leavesOf(asked)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((path) => ({ path, recorded: before.get(path), asked: after.get(path) }))
    .filter((field) => field.recorded !== field.asked);
}

/** The recorded request that is most like another; among equals the first. */
export function nearestRequest<R extends { request: JsonValue }>(
  recorded: readonly R[],
  asked: JsonValue,
): R | undefined {
  const ranked = recorded.map((one) => ({ one, likeness: requestSimilarity(one.request, asked) }));
  return ranked.sort((a, b) => b.likeness - a.likeness)[0]?.one;
}

/** How similar two requests are, from 0 to 1: the mean over all fields of both. */
function requestSimilarity(a: JsonValue, b: JsonValue): number {
  const fields = new Set([...leavesOf(a).keys(), ...leavesOf(b).keys()]).size;
  const lost = differencesIn(a, b).map(({ recorded, asked }) => 1 - textSimilarity(recorded, asked));
  return fields === 0 ? 1 : 1 - lost.reduce((sum, share) => sum + share, 0) / fields;
}

const shown = 6;
const width = 72;

/** The fields in which two requests differ, in a few lines each; long texts are cut to the place where they differ. */
export function showDifferences(before: JsonValue, after: JsonValue): string {
  const differences = differencesIn(before, after);
  const lines = differences.slice(0, shown).flatMap(({ path, recorded, asked }) => {
    const from = isLong(recorded) || isLong(asked) ? Math.max(0, commonStart(recorded, asked) - 24) : 0;
    return [`  ${safeLine(path)}`, `    recorded: ${excerpt(recorded, from)}`, `    asked:    ${excerpt(asked, from)}`];
  });
  const more = differences.length - shown;
  return [...lines, ...(more > 0 ? [`  … ${more} more`] : [])].join("\n");
}

function isLong(value: JsonValue | undefined): boolean {
  return typeof value === "string" && value.length > width;
}

function excerpt(value: JsonValue | undefined, from: number): string {
  if (value === undefined) return "(nothing)";
  if (typeof value !== "string") return JSON.stringify(value);
  const part = JSON.stringify(value.slice(from, from + width));
  return `${from > 0 ? "…" : ""}${part}${value.length > from + width ? "…" : ""}`;
}

/** Every field that holds no others, by its path: `messages[1].content`. */
function leavesOf(value: JsonValue, path = "", leaves = new Map<string, JsonValue>()): Map<string, JsonValue> {
  const fields: [string, JsonValue][] = Array.isArray(value)
    ? value.map((item, index) => [`${path}[${index}]`, item])
    : isJsonObject(value)
      ? Object.entries(value).map(([key, field]) => [path === "" ? key : `${path}.${key}`, field])
      : [];
  if (fields.length === 0)
    leaves.set(path, typeof value === "object" && value !== null ? JSON.stringify(value) : value);
  for (const [name, field] of fields) leavesOf(field, name, leaves);
  return leaves;
}

function textSimilarity(a: JsonValue | undefined, b: JsonValue | undefined): number {
  if (typeof a !== "string" || typeof b !== "string") return 0;
  const start = commonStart(a, b);
  const room = Math.min(a.length, b.length) - start;
  let end = 0;
  while (end < room && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return (start + end) / Math.max(a.length, b.length);
}

function commonStart(a: JsonValue | undefined, b: JsonValue | undefined): number {
  if (typeof a !== "string" || typeof b !== "string") return 0;
  let length = 0;
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length += 1;
  return length;
}
