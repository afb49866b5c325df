import { isJsonObject, type JsonObject, type JsonValue, safeLine } from "../base/index.ts";
import type { ItemVerdict } from "./judgement.ts";
import { invalid, type ParsedAnswer } from "./parse-answer.ts";
import type { Passage } from "./passages.ts";
import { evidenceRule, type Item, type MenuEntry, menuOf, type Question } from "./question.ts";
import { findQuote } from "./quotes.ts";
import { readVerdict } from "./read-verdict.ts";

/**
 * The verdicts of an answer, in the order of the items: exactly one for each, from its menu, with quotes that are in the
 * record. Otherwise everything that is wrong, in words that a judge can act on.
 */
export function validateAnswer(
  answer: JsonObject,
  question: Question,
  passages: readonly Passage[],
): ParsedAnswer<ItemVerdict[]> {
  const { items: given } = answer;
  if (!Array.isArray(given)) return invalid('the answer has no list "items"');
  const problems = given.flatMap((entry, index) => strayProblem(entry, index, question.items));
  const verdicts = question.items.flatMap((item) => {
    const own = given.filter((entry) => isJsonObject(entry) && entry.id === item.id);
    const [entry] = own;
    if (own.length !== 1 || !isJsonObject(entry)) {
      problems.push(own.length === 0 ? `item ${item.id} has no verdict` : `item ${item.id} has ${own.length} verdicts`);
      return [];
    }
    const reading = readItem(entry, item, question, passages);
    if (reading.ok) return [reading.value];
    problems.push(...reading.problems.map((problem) => `item ${item.id}: ${problem}`));
    return [];
  });
  return problems.length === 0 ? { ok: true, value: verdicts } : invalid(...problems);
}

function strayProblem(entry: JsonValue, index: number, items: readonly Item[]): string[] {
  if (!isJsonObject(entry)) return [`entry ${index + 1} of "items" is not an object`];
  if (items.some(({ id }) => id === entry.id)) return [];
  return [`there is no item ${safeLine(JSON.stringify(entry.id ?? null), 60)}`];
}

function readItem(
  entry: JsonObject,
  item: Item,
  question: Question,
  passages: readonly Passage[],
): ParsedAnswer<ItemVerdict> {
  const { verdict: given, reasoning = "", absent = false, evidence: quotes = [] } = entry;
  const chosen = readVerdict(given, question, item);
  if (!chosen) return invalid(offMenu(given, menuOf(question, item)));
  if (typeof reasoning !== "string") return invalid('"reasoning" is not text');
  if (typeof absent !== "boolean") return invalid('"absent" is neither true nor false');
  if (!isTextList(quotes)) return invalid('"evidence" is not a list of texts');
  const rule = evidenceRule(question, chosen);
  const found = (rule === "none" ? [] : quotes.filter((quote) => quote.trim() !== "")).map((quote) =>
    findQuote(quote, { passages, exchange: item.exchange, sources: question.sources }),
  );
  const problems = [
    ...found.flatMap((one) => (one.ok ? [] : [one.problem])),
    ...evidenceProblems(chosen.verdict, rule, { quotes: found.length, absent }),
  ];
  if (problems.length > 0) return invalid(...problems);
  const evidence = found.flatMap((one) => (one.ok ? [one.quote] : []));
  return { ok: true, value: { id: item.id, verdict: chosen.verdict, reasoning, evidence, absent } };
}

function evidenceProblems(
  verdict: string,
  rule: ReturnType<typeof evidenceRule>,
  { quotes, absent }: { quotes: number; absent: boolean },
): string[] {
  if (rule === "none" || rule === "optional") return [];
  if (rule === "required") {
    if (absent) return [`"absent" cannot be true for the verdict "${verdict}": quote what it rests on`];
    return quotes > 0 ? [] : [`the verdict "${verdict}" has no quote`];
  }
  if (absent) return quotes > 0 ? ['"absent" is true, and yet something is quoted: it is one or the other'] : [];
  return quotes > 0 ? [] : [`the verdict "${verdict}" has no quote, and "absent" is not true`];
}

/** "15 is off the scale from 1 to 10", or what the menu has. */
function offMenu(given: JsonValue | undefined, menu: readonly MenuEntry[]): string {
  if (given === undefined) return "it has no verdict";
  const shown = safeLine(JSON.stringify(given), 60);
  const points = menu.map(({ verdict }) => (verdict.trim() === "" ? Number.NaN : Number(verdict)));
  if (points.every(Number.isFinite) && Number.isFinite(Number(given))) {
    return `${shown} is off the scale: it is one of ${points.join(", ")}`;
  }
  return `${shown} is not on the menu, which has ${menu.map(({ verdict }) => `"${verdict}"`).join(", ")}`;
}

function isTextList(value: JsonValue): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
