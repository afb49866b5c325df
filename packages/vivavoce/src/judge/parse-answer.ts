import { isJsonObject, type JsonObject, messageOf, safeLine } from "../base/index.ts";
import { type ModelAnswer, withoutThoughts } from "../model/index.ts";
import { doubledKey, isBareList, outermostBraces, withoutTrailingCommas } from "./json-text.ts";

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
        : `the answer is no JSON: “${safeLine(text, 80)}”`,
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
