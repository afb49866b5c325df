import { isJsonObject, type JsonObject, type JsonValue, jsonIn, safeLine } from "../base/index.ts";
import type { ItemVerdict } from "./judgement.ts";
import { invalid, type ParsedAnswer } from "./parse-answer.ts";
import { type EvidenceRule, evidenceRule, type Item, type MenuEntry, type Question } from "./question.ts";
import type { Passages } from "./quotes.ts";

/**
 * The entry of the menu that a judge means, spelt as on the menu or in another clear way ("Yes", "yes.", true for yes,
 * "4.0" and "4/5" on a scale up to 5). Undefined if an answer could mean two entries or none: a verdict is never guessed.
 */
function readVerdict(
  given: JsonValue | undefined,
  question: Pick<Question, "menu">,
  item: Pick<Item, "menu">,
): MenuEntry | undefined {
  const menu = item.menu ?? question.menu;
  const exact = menu.find(({ verdict }) => verdict === given);
  if (exact) return exact;
  if (typeof given !== "string" && typeof given !== "number" && typeof given !== "boolean") return undefined;
  const words = plain(`${given}`);
  const spelt = menu.filter(({ verdict }) => plain(verdict) === words);
  if (spelt.length > 0) return only(spelt);
  const point = pointIn(words, question.menu, menu);
  if (point !== undefined) return only(menu.filter(({ verdict }) => numberIn(verdict) === point));
  return byTruth(words, menu);
}

function only<T>(entries: readonly T[]): T | undefined {
  return entries.length === 1 ? entries[0] : undefined;
}

const wrapping = /^[\s"'`*_()[\]{}\u00ab\u00bb\u2018-\u201f]+|[\s"'`*_()[\]{}\u00ab\u00bb\u2018-\u201f]+$/gu;

/** Lower case, without marks around the word and one mark after it. "yes?" and "yes…" stay in doubt. */
function plain(text: string): string {
  const bare = text
    .replace(wrapping, "")
    .replace(/(?<![.,;:!])[.,;:!]$/u, "")
    .replace(wrapping, "");
  return bare.toLowerCase().replace(/(?<=\p{L})[\s_-]+(?=\p{L})/gu, " ");
}

function numberIn(text: string): number | undefined {
  return /^-?\d+(?:\.0+)?$/.test(text) ? Number(text) : undefined;
}

/** The point that a number names. In "4/5" the 5 must be the upper end of the scale, and the only possible one. */
function pointIn(words: string, ...menus: readonly (readonly MenuEntry[])[]): number | undefined {
  const [, share, whole] = /^(\d+(?:\.0+)?)\s*(?:\/|out of)\s*(\d+(?:\.0+)?)$/.exec(words) ?? [];
  if (share === undefined || whole === undefined) return numberIn(words);
  const ends = menus
    .map((menu) => menu.flatMap(({ verdict }) => numberIn(verdict) ?? []))
    .filter((points) => points.length > 0)
    .map((points) => Math.max(...points));
  return ends.length > 0 && ends.every((end) => end === numberIn(whole)) ? numberIn(share) : undefined;
}

/** true and false mean yes and no if the menu has both. */
function byTruth(words: string, menu: readonly MenuEntry[]): MenuEntry | undefined {
  const named = (word: string) => menu.filter(({ verdict }) => plain(verdict) === word);
  if (!["true", "false"].includes(words) || named("yes").length !== 1 || named("no").length !== 1) return undefined;
  return only(named(words === "true" ? "yes" : "no"));
}

/**
 * The verdicts of an answer, in the order of the items: exactly one for each, from its menu, with quotes that are in the
 * record. Otherwise everything that is wrong, in words that a judge can act on.
 */
export function validateAnswer(
  answer: JsonObject,
  question: Question,
  passages: Passages,
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

function readItem(entry: JsonObject, item: Item, question: Question, passages: Passages): ParsedAnswer<ItemVerdict> {
  const { verdict: given, reasoning = "", absent = false, evidence = [] } = entry;
  const chosen = readVerdict(given, question, item);
  if (!chosen) return invalid(offMenu(given, item.menu ?? question.menu));
  if (typeof reasoning !== "string") return invalid('"reasoning" is not text');
  if (typeof absent !== "boolean") return invalid('"absent" is neither true nor false');
  const quotes = readQuotes(evidence);
  if (!quotes) return invalid('"evidence" is not a list of texts');
  const rule = evidenceRule(question, chosen, item);
  const found = (rule === "none" ? [] : quotes.filter((quote) => quote.trim() !== "")).map((quote) =>
    passages.find(quote, { exchange: item.exchange, sources: question.sources }),
  );
  const problems = [
    ...found.flatMap((one) => (one.ok ? [] : [one.problem])),
    ...evidenceProblems(chosen.verdict, rule, { quotes: found.length, absent }),
    ...(isRequired(rule) && isAboutAgent(question, chosen, item) ? settingProblem(chosen.verdict, found) : []),
  ];
  if (problems.length > 0) return invalid(...problems);
  const stands = found.flatMap((one) => (one.ok ? [one.quote] : []));
  return { ok: true, value: { id: item.id, verdict: chosen.verdict, reasoning, evidence: stands, absent } };
}

function isRequired(rule: EvidenceRule): boolean {
  return rule === "required" || rule === "required-or-absent";
}

/** An item that is itself the agent's words or call, and a question that may not quote replies, need no quote of them. */
function isAboutAgent({ sources }: Question, { anywhere = false }: MenuEntry, { source }: Item): boolean {
  return !anywhere && source !== "reply" && source !== "call" && (sources?.includes("reply") ?? true);
}

/** What the user said, given facts and what was said before the exam do not show what the agent said or did. */
function settingProblem(verdict: string, found: readonly ReturnType<Passages["find"]>[]): string[] {
  if (found.length === 0 || found.some((one) => !one.ok || one.deed)) return [];
  return [
    `the verdict "${verdict}" quotes the setting only: quote what the agent said or did, or what changed in the world`,
  ];
}

function evidenceProblems(
  verdict: string,
  rule: EvidenceRule,
  { quotes, absent }: { quotes: number; absent: boolean },
): string[] {
  if (!isRequired(rule)) return [];
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

/** The quotes of an answer; one that stands alone, and one that says where it stands, are read as they are meant. */
function readQuotes(value: JsonValue): string[] | undefined {
  if (value === null) return [];
  if (typeof value === "string") return listIn(value) ?? [value];
  if (isJsonObject(value)) return readQuotes(value.text ?? value.quote ?? false);
  if (!Array.isArray(value)) return undefined;
  const quotes = value.map((one) => (Array.isArray(one) ? undefined : readQuotes(one)));
  return quotes.every((one) => one !== undefined) ? quotes.flat() : undefined;
}

/** A list that was written as a text: "[\"a\", \"b\"]". */
function listIn(text: string): string[] | undefined {
  if (!text.trim().startsWith("[")) return undefined;
  const value = jsonIn(text);
  return Array.isArray(value) && value.every((one) => typeof one === "string") ? value : undefined;
}
