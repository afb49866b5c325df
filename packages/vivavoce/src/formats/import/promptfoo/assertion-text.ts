import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/index.ts";
import { withoutEmpty } from "../safe-json.ts";

const listed = /^(?:not-)?i?contains-(?:all|any)$/;

/** An assertion as a cell of a CSV file writes it: `contains: Paris`, `similar(0.8): hello`, `fn:…`, or a text to be equal to. */
function assertionFromCell(cell: string): JsonObject {
  const text = cell.trim();
  const code = /^(?:javascript|fn|eval):(.*)$/s.exec(text);
  if (code) return { type: "javascript", value: (code[1] ?? "").trim() };
  const grade = /^grade:(.*)$/s.exec(text);
  if (grade) return { type: "llm-rubric", value: (grade[1] ?? "").trim() };
  if (/^file:\/\/.*\.py(?::\w+)?$/.test(text)) return { type: "python", value: text };
  if (/^file:\/\/.*\.[cm]?[jt]s(?::\w+)?$/.test(text)) return { type: "javascript", value: text };
  const [, type, threshold, value] =
    /^((?:not-)?[a-z][a-z0-9-]*(?::(?:cosine|dot|euclidean))?)(?:\((\d+(?:\.\d+)?)\))?(?::([\s\S]*))?$/.exec(text) ??
    [];
  if (type === undefined || !types.has(type.replace(/^not-/, ""))) return { type: "equals", value: text };
  return {
    type,
    ...(value === undefined ? {} : { value: listed.test(type) ? splitList(value) : value.trim() }),
    ...(threshold === undefined ? {} : { threshold: Number(threshold) }),
  };
}

/** One row of a CSV file of tests, in the form of a test in a config. */
export function testFromRow(row: JsonObject): JsonObject {
  const vars: JsonObject = {};
  const metadata: JsonObject = {};
  const assertions: JsonObject[] = [];
  const options: JsonObject = {};
  const test: JsonObject = {};
  for (const [column, cell] of Object.entries(row)) {
    if (typeof cell !== "string") continue;
    const blank = cell.trim() === "";
    const about = /^__metadata:(.+?)(\[\])?$/.exec(column);
    if (/^__expected\d*$/.test(column)) {
      if (!blank) assertions.push(assertionFromCell(cell));
    } else if (column === "__prefix" || column === "__suffix") options[column.slice(2)] = cell;
    else if (about) {
      if (!blank) metadata[about[1] ?? ""] = about[2] ? splitList(cell) : cell;
    } else if (column.startsWith("__")) {
      const name = column.slice(2);
      if (!blank) test[name] = name === "threshold" ? Number(cell) : cell;
    } else vars[column] = cell;
  }
  return { ...test, vars, ...withoutEmpty({ metadata, options }), assert: assertions };
}

/** Texts with commas between; `\,` is a comma in a text, and so is one in a text with quotes around it. */
function splitList(text: string): string[] {
  const fields = text.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*|((?:\\,|[^,])*))(?:,|$)/g);
  return [...fields]
    .filter(({ 0: whole, index }) => whole !== "" || index === 0)
    .map(([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain.replaceAll("\\,", ",").trim());
}

/** A list as it stands or as a text with commas. */
export function listOf(value: JsonValue | undefined): JsonValue[] {
  if (typeof value === "string") return splitList(value);
  return value === undefined || value === null || isJsonObject(value) ? [] : [value].flat();
}

const types = new Set(
  `answer-relevance bleu classifier contains contains-all contains-any contains-html contains-json contains-sql
  contains-xml context-faithfulness context-recall context-relevance conversation-relevance cost equals factuality
  finish-reason g-eval gleu guardrails icontains icontains-all icontains-any is-html is-json is-refusal is-sql
  is-valid-function-call is-valid-openai-function-call is-valid-openai-tools-call is-xml javascript latency levenshtein
  llm-rubric pi meteor model-graded-closedqa model-graded-factuality moderation perplexity perplexity-score python regex
  rouge-n ruby similar similar:cosine similar:dot similar:euclidean starts-with tool-call-f1 skill-used search-rubric
  webhook word-count select-best human max-score`.split(/\s+/),
);
