import type { CaseTrial } from "./trial.ts";

/** A quote of a check, by its number in the trial, from 1. */
export interface NumberedQuote {
  number: number;
  text: string;
  exchange: number | undefined;
  source: CaseTrial["scores"][number]["checks"][number]["evidence"][number]["source"];
  /** The check that quotes it, and whether it holds. */
  label: string;
  ok: boolean;
}

/** Every quote of a trial's checks, in the order in which they are shown: by score, check and place within the check. */
export function numberedQuotes(scores: CaseTrial["scores"]): NumberedQuote[][][] {
  let number = 0;
  return scores.map(({ metric, checks }) =>
    checks.map(({ label, verdict, ok, evidence }) =>
      evidence.map((quote) => ({ ...quote, number: ++number, ok, label: `${metric}: ${label}: ${verdict}` })),
    ),
  );
}

/**
 * Where quoted words stand in a text. Judges change spaces, capitals and signs, and Markdown has signs of its own, so
 * only letters and digits are compared. A quote that leaves something out with "…" is found in its parts.
 */
export function findQuote(text: string, quote: string): { from: number; to: number }[] {
  const folded = fold(text);
  const found = placeOf(folded, fold(quote).letters, 0);
  if (found) return [found.range];
  if (fold(quote).letters === "") {
    const at = quote.trim() === "" ? -1 : text.indexOf(quote.trim());
    return at < 0 ? [] : [{ from: at, to: at + quote.trim().length }];
  }
  const parts = quote
    .split(/…|\.{3}|\[\.\.\.\]/)
    .map((part) => fold(part).letters)
    .filter((part) => part !== "");
  if (parts.length < 2) return [];
  const ranges: { from: number; to: number }[] = [];
  let from = 0;
  for (const part of parts) {
    const place = placeOf(folded, part, from);
    if (!place) return [];
    ranges.push(place.range);
    from = place.next;
  }
  return ranges;
}

interface Folded {
  letters: string;
  /** For each of them, where it stands in the text, and where it ends. */
  at: number[];
  end: number[];
}

function fold(text: string): Folded {
  const folded: Folded = { letters: "", at: [], end: [] };
  let at = 0;
  for (const character of text) {
    const end = at + character.length;
    if (/[\p{L}\p{N}\p{M}]/u.test(character)) {
      for (const letter of character.normalize("NFKC").toLowerCase().split("")) {
        folded.letters += letter;
        folded.at.push(at);
        folded.end.push(end);
      }
    }
    at = end;
  }
  return folded;
}

/** The first place where whole words fit; otherwise the first place at all. */
function placeOf({ letters, at, end }: Folded, wanted: string, start: number) {
  if (wanted === "") return undefined;
  let first: number | undefined;
  for (let index = letters.indexOf(wanted, start); index >= 0; index = letters.indexOf(wanted, index + 1)) {
    first ??= index;
    const last = index + wanted.length;
    const begins = index === 0 || end[index - 1] !== at[index];
    const stops = last === letters.length || end[last - 1] !== at[last];
    if (!begins || !stops) continue;
    first = index;
    break;
  }
  if (first === undefined) return undefined;
  const next = first + wanted.length;
  return { range: { from: at[first] ?? 0, to: end[next - 1] ?? 0 }, next };
}
