import { isJsonObject, type JsonObject, messageOf, safeLine } from "../base/index.ts";
import { type ModelAnswer, withoutThoughts } from "../model/index.ts";

/** What was read from an answer, or what is wrong with it. */
export type ParsedAnswer<T> = { ok: true; value: T } | { ok: false; problems: string[] };

type AnswerText = Pick<ModelAnswer, "text" | "finish" | "warnings">;

/**
 * The JSON object in an answer. Thoughts before it, one code fence, prose around the outermost braces and trailing commas
 * are accepted. An answer that is cut off, refused or empty is invalid. Nothing is ever added that the judge did not write.
 */
export function parseAnswer(answer: AnswerText): ParsedAnswer<JsonObject> {
  const said = spokenText(answer);
  if (!said.ok) return said;
  const text = said.value;
  const json = outermostBraces(text);
  if (json === undefined) {
    return invalid(
      text.includes("{")
        ? "the answer is cut off: its JSON is not closed"
        : `the answer is not JSON: “${safeLine(text, 80)}”`,
    );
  }
  // The list of items without the object around it.
  return parseJson(withoutTrailingCommas(isBareList(text) ? `{"items": [${json}]}` : json));
}

/** The answer without the judge's thoughts; invalid if the answer did not end properly. */
export function spokenText({ text, finish, warnings = [] }: AnswerText): ParsedAnswer<string> {
  if (finish === "length") return invalid("the answer is cut off: it reached the limit of its length");
  if (finish === "content-filter") return invalid(`the judge refused to answer: “${safeLine(text, 120)}”`);
  if (text.trim() === "") return invalid(["the answer is empty", ...warnings].join(": "));
  const spoken = withoutThoughts(text);
  return "problem" in spoken ? invalid(spoken.problem) : { ok: true, value: spoken.text };
}

function parseJson(json: string): ParsedAnswer<JsonObject> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return invalid(`the answer is not valid JSON, or is cut off: ${safeLine(messageOf(error), 120)}`);
  }
  if (!isJsonObject(value)) return invalid("the answer is JSON, but no object");
  const twice = doubledKey(json);
  if (twice !== undefined) return invalid(`an object of the answer has the key "${safeLine(twice, 40)}" twice`);
  return { ok: true, value };
}

export function invalid(...problems: string[]): { ok: false; problems: string[] } {
  return { ok: false, problems };
}

/** The part of a text from its first opening brace to its last closing one, without prose and code fences around it. */
function outermostBraces(text: string): string | undefined {
  const start = text.indexOf("{");
  const end = text.lastIndexOf("}");
  return start === -1 || end < start ? undefined : text.slice(start, end + 1);
}

/** Whether a text is a list of items, without the object around it: `[{"id": …}, {"id": …}]`. */
function isBareList(text: string): boolean {
  const end = text.slice(text.lastIndexOf("}") + 1);
  return /^[^{]*\[\s*\{\s*"id"\s*:/.test(text) && /^\s*,?\s*\]/.test(end);
}

/** The same JSON text without trailing commas; strings are left as they are. */
function withoutTrailingCommas(text: string): string {
  return text.replace(stringOrTrailingComma, (match) => (match.startsWith('"') ? match : match.slice(1)));
}

const stringOrTrailingComma = /"[^"\\]*(?:\\.[^"\\]*)*"|,\s*(?=[}\]])/gs;

/** A key that an object of a valid JSON text has twice, so that it is unclear which one counts. */
function doubledKey(json: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  for (const [token, key] of json.matchAll(/[{}[\]]|("[^"\\]*(?:\\.[^"\\]*)*")(?:\s*:)?/gs)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(undefined);
    else if (token === "}" || token === "]") open.pop();
    else if (key !== undefined && token.endsWith(":")) {
      const name = JSON.parse(key) as string;
      const keys = open.at(-1);
      if (keys?.has(name)) return name;
      keys?.add(name);
    }
  }
  return undefined;
}
