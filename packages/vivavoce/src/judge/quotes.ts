import { fold, hasWords, isInsideWord, safeLine, withoutOuterMarks } from "../base/index.ts";
import type { Passage } from "./passages.ts";
import type { JudgeQuote, QuoteSource } from "./question.ts";

const fewestWords = 3;

export interface QuoteSearch {
  passages: readonly Passage[];
  /** Searched first. */
  exchange?: number | undefined;
  /** Where quotes may come from; anywhere if left out. */
  sources?: readonly QuoteSource[] | undefined;
}

/** Where a quote stands, and whether that is what the agent did (see `Passage`). */
export type FoundQuote = { ok: true; quote: JudgeQuote; deed: boolean } | { ok: false; problem: string };

/**
 * Where quoted words are in the record. They are compared after NFC and folding of letter case, quotation marks, dashes
 * and white space, without punctuation around the quote. Both parts of "a … b" must be in one text, in order, and no part
 * may begin or end inside a word. A quote needs at least three words, or must be a whole text.
 */
export function findQuote(text: string, { passages, exchange, sources }: QuoteSearch): FoundQuote {
  const forms = formsOf(text);
  const shown = `“${safeLine(text, 120)}”`;
  const isHere = (passage: Passage) => Number(exchange !== undefined && passage.exchange === exchange);
  const ordered = [...passages].sort((a, b) => isHere(b) - isHere(a));
  const standing = ordered
    .map((passage) => ({ passage, held: forms.filter((form) => standsIn(form, passage)) }))
    .filter(({ held }) => held.length > 0);
  const allowed = standing.filter(({ passage }) => !sources || sources.includes(passage.source));
  const [proper, ...others] = allowed.filter(({ passage, held }) => held.some((form) => isLongEnough(form, passage)));
  if (proper) {
    const kinds = new Set([proper, ...others].map(({ passage }) => passage.kind));
    const deed = kinds.has("deed") || (kinds.has("after") && !kinds.has("before"));
    return { ok: true, quote: placed(text, proper.passage), deed };
  }
  if (standing.length === 0) return { ok: false, problem: `the quote ${shown} does not stand in the record` };
  if (allowed.length > 0) {
    const problem = `the quote ${shown} is too short: a quote has at least three words, or is the whole of a text`;
    return { ok: false, problem };
  }
  const found = [...new Set(standing.map(({ passage }) => passage.source))].join(", ");
  return {
    ok: false,
    problem: `the quote ${shown} comes from: ${found}; here it may come from: ${sources?.join(", ")}`,
  };
}

/** The quote as one text and as the parts between its ellipses; also without JSON escapes that a judge left in. */
function formsOf(text: string): string[][] {
  const readings = [text, ...unescaped(text)].map((reading) => withoutOuterMarks(fold(reading)));
  return readings
    .flatMap((reading) =>
      reading.includes("…") ? [[reading], reading.split("…").map((part) => withoutOuterMarks(part))] : [[reading]],
    )
    .map((parts) => parts.filter((part) => part !== ""))
    .filter((parts) => parts.length > 0);
}

function unescaped(text: string): string[] {
  if (!text.includes("\\")) return [];
  try {
    return [JSON.parse(`"${text.replace(/(?<!\\)"/g, '\\"')}"`) as string];
  } catch {
    return [];
  }
}

function standsIn(parts: readonly string[], { folded }: Passage): boolean {
  let from = 0;
  for (const part of parts) {
    const at = wholeWordsAt(folded, part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return true;
}

function wholeWordsAt(text: string, part: string, from: number): number {
  let at = text.indexOf(part, from);
  while (at !== -1 && (isInsideWord(text, at) || isInsideWord(text, at + part.length))) at = text.indexOf(part, at + 1);
  return at;
}

function isLongEnough(parts: readonly string[], passage: Passage): boolean {
  return parts.some((part) => part === passage.whole || hasWords(part, fewestWords));
}

function placed(text: string, { exchange, source }: Passage): JudgeQuote {
  const quote = { text: text.trim(), source };
  return exchange === undefined ? quote : { ...quote, exchange };
}
