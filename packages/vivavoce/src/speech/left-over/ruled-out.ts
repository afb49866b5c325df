import type { FoundValue } from "../slots/slot-kind.ts";
import { isNegated } from "../text/negation.ts";
import { tokensOf } from "../text/tokens.ts";
import { without } from "../text/without.ts";
import { isBound } from "../time/unread-time.ts";
import { daysOf } from "./words.ts";

const negation = /\b(?:not|no|never|nor|neither|except|besides|without|cannot|rather than|other than|\w+n't)\b/gi;
/** Negative words that rule nothing out. */
const harmless =
  /\b(?:no (?:preference|rush|problem|worries|hurry|matter)|(?:does|do)n't (?:matter|mind|care|worry)|why (?:not|don't)|if not|not sure|can't wait|(?:ca|could|wo)n't you|no longer|not working|not cooling|not heating)\b/gi;
const clauses = /[^,.;!?]+/g;

/** The first clause that names a time and takes something away from it: "mornings are no good", "I can't do Friday". */
export function ruledOutIn(said: string, times: readonly FoundValue[]): string | undefined {
  const line = said.replaceAll("’", "'");
  const quiet = line.replace(harmless, (words) => " ".repeat(words.length));
  const plain = without(quiet, times.filter(isBound));
  const tokens = tokensOf(line);
  const turnedDown = times.filter(({ start }) =>
    isNegated(
      tokens,
      tokens.findIndex((token) => token.start === start),
    ),
  );
  for (const { 0: clause, index } of plain.matchAll(clauses)) {
    const end = index + clause.length;
    const held = times.filter((time) => time.start < end && time.end > index);
    // "Not Friday" turns a day down, and is read as such.
    const left = [...clause.matchAll(negation)].length - turnedDown.filter((time) => held.includes(time)).length;
    if (left > 0 && (held.length > 0 || daysOf(tokensOf(clause)).length > 0)) return line.slice(index, end).trim();
  }
  return undefined;
}

const preference = /\b(?:if (?:possible|not|you can't)|otherwise|preferably|ideally|failing that|or else)\b/i;

const hour = /\b(?:morning|afternoon|evening|night|at|between|after|before)\b/;

/** Several times of which nobody can tell which are meant together: "today if possible, otherwise tomorrow". */
export function mixedTimes(line: string, times: readonly FoundValue[]): string | undefined {
  const choices = line.match(/\bor\b/gi)?.length ?? 0;
  const hours = new Set(times.map(({ value }) => hour.test(value)));
  // Whether the morning of "Monday or Tuesday morning" is that of both days is anybody's guess.
  const mixed = choices > 0 && (times.length > choices + 1 || hours.size > 1);
  return times.length > 1 && (mixed || preference.test(line)) ? line.trim() : undefined;
}
