import { createContext, Script } from "node:vm";
import { uninterrupted } from "./interrupt-lock.ts";

/** A pattern and the text to look through. */
export interface PatternQuestion {
  pattern: string;
  flags: string;
  text: string;
}
export type PatternAnswer = { index: number; text: string; group: string | undefined } | "no-match" | "too-long";

// A pattern from a case file can take exponential time. V8 stops a script in a context of its own, its regular
// expressions included; pattern and text go in as data, so nothing in them is ever run as code.
const context = createContext(Object.create(null) as Record<string, string>);
const script = new Script("new RegExp(pattern, flags).exec(text)");

/** A search of this many ways takes a few milliseconds; a time limit costs a hundred times as much as most searches. */
const fewWays = 1_000_000;

const readsSyntax =
  /\\[k1-9]|\\.|\[(?:\\.|[^\]\\])*\]|\)[*+{]|\(\?(?:<?[=!]|<[^>]+>|:)|[*+?]\??|\{(\d+)(,?)(\d*)\}\??|[|()]/gs;

/** What refers to a group, or repeats one. */
const hasNoLimit = /^(?:\\[k1-9]|\)[*+{])/;

/** At most how many ways a search can try before it ends. No limit is known if a group repeats or is repeated. */
export function waysOf({ pattern, flags, text }: PatternQuestion): number {
  let ways = text.length + 1;
  const alternatives = [1];
  for (const [syntax, least = "", comma, most = ""] of pattern.matchAll(readsSyntax)) {
    if (hasNoLimit.test(syntax)) return Infinity;
    if (syntax.startsWith("(")) alternatives.push(1);
    else if (syntax === "|") alternatives.push((alternatives.pop() ?? 0) + 1);
    else if (syntax === ")") ways *= alternatives.pop() ?? 1;
    else if (syntax.startsWith("?")) ways *= 2;
    else if (/^[*+]/.test(syntax) || (comma && most === "")) ways *= text.length + 1;
    else if (comma) ways *= Number(most) - Number(least) + 1;
  }
  return flags.includes("v") ? Infinity : ways * (alternatives[0] ?? 1);
}

/** Of each alternative what comes before the first part without a limit. Where none of it matches, the whole does not. */
function beginningsOf(pattern: string): string {
  const beginnings: string[] = [];
  let [from, depth, group] = [0, 0, 0];
  let end: number | undefined;
  for (const { 0: syntax, index } of pattern.matchAll(readsSyntax)) {
    if (syntax.startsWith("(") && depth++ === 0) group = index;
    if (hasNoLimit.test(syntax)) end ??= depth > 0 ? group : index;
    if (syntax.startsWith(")")) depth -= 1;
    if (syntax !== "|" || depth > 0) continue;
    beginnings.push(pattern.slice(from, end ?? index));
    from = index + 1;
    end = undefined;
  }
  return [...beginnings, pattern.slice(from, end)].join("|");
}

/** Searches for a pattern for at most this many milliseconds; without a limit if none is given or none is needed. */
export function searchPattern(question: PatternQuestion, timeoutMs?: number): PatternAnswer {
  const { pattern, flags, text } = question;
  const isLimited = timeoutMs && waysOf(question) > fewWays;
  if (isLimited) {
    const beginnings = { ...question, pattern: beginningsOf(pattern) };
    if (waysOf(beginnings) <= fewWays && !new RegExp(beginnings.pattern, flags).test(text)) return "no-match";
  }
  const found = isLimited ? searchInTime(question, timeoutMs) : new RegExp(pattern, flags).exec(text);
  if (found === undefined) return "too-long";
  return found ? { index: found.index, text: found[0], group: found[1] } : "no-match";
}

function searchInTime(question: PatternQuestion, timeout: number): RegExpExecArray | null | undefined {
  Object.assign(context, question);
  try {
    return uninterrupted(() => script.runInContext(context, { timeout }));
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return undefined;
    throw error;
  } finally {
    context.text = "";
  }
}
