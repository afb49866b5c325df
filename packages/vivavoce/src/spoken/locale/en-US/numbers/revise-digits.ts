import type { SlotKind } from "../../../slots/slot.ts";
import { wordsOf } from "../../../text/grammar.ts";
import { readAll } from "../../../text/reading.ts";
import { tokensOf } from "../../../text/tokens.ts";
import { isNegated } from "../answers/negation.ts";
import { digitsOf, type RunPiece, readRun } from "./digit-run.ts";

type ReviseContext = Parameters<NonNullable<SlotKind["revise"]>>[2];

/** How many tokens around a number tell which digits it stands for. */
const around = 4;
const fewest = 2;

/**
 * A known number as later words put it right, in the same breath or a later line: "no, 0198, not 0199", "it ends in
 * 0198", "seventy at the end", "the area code is 737". Bare digits count only if they are a plausible slip of the last
 * ones, one digit or two neighbours swapped; otherwise nobody can tell which digits are meant. Undefined then, and where
 * nothing is said of it.
 */
export function reviseDigits(
  known: string,
  line: string,
  { corrects, heard, question = "" }: ReviseContext,
): string | undefined {
  if (!corrects && !heard && !/\barea code\b/i.test(question)) return undefined;
  const tokens = tokensOf(line);
  const numbers = readAll(tokens, (at) => readRun(tokens, at))
    .map((run) => {
      const before = wordsOf(tokens, { at: Math.max(0, run.at - around), next: run.at });
      const behind = wordsOf(tokens, { at: run.next, next: run.next + around });
      const isTail = /\b(?:ends?|ending|last)\b/.test(before) || /^(?:at|in) the (?:very )?end\b/.test(behind);
      const isArea = run.digits.length === 3 && /\barea code\b/i.test(before + question);
      const negated = isNegated(tokens, run.at) || /\b(?:used to be|was)$/.test(before);
      return { ...run, digits: saidTwice(run) ?? run.digits, before, isTail, isArea, negated };
    })
    // "The last four" and "the old one" are not digits of it.
    .filter(({ digits, isTail, before }) => (digits.length >= fewest || isTail) && !/\blast$/.test(before));
  // "6402, no I was right, 6420": each one takes back the one before.
  const right = numbers
    .filter(({ negated }) => !negated)
    .filter(({ next }, index, all) => {
      const rest = wordsOf(tokens, { at: next, next: all[index + 1]?.at ?? next });
      return !/\b(?:no|nope|wait|sorry|actually|i mean|scratch)\b/.test(rest);
    });
  const wrong = numbers.find(({ negated }) => negated)?.digits;
  const [first] = right;
  if (!first || right.some(({ digits }) => digits !== first.digits)) return undefined;
  const { digits, isTail, isArea } = first;
  if (isArea && /^(?:\+1\d{3})?\d{7}$/.test(known)) return `+1${digits}${known.slice(-7)}`;
  // "Fifty, five zero": said twice, or four digits.
  if (digits.length > 3 && digits.length % 2 === 0 && digits.slice(digits.length / 2).repeat(2) === digits)
    return undefined;
  if (wrong !== undefined) {
    const at = known.lastIndexOf(wrong);
    if (at === -1 && known.endsWith(digits)) return known;
    return at === -1 || wrong.length !== digits.length ? undefined : replaceAt(known, at, digits);
  }
  const end = known.length - digits.length;
  if (isTail) return replaceAt(known, end, digits);
  // Digits that a question for something else may have been answered with are taken only if they repeat the last ones.
  const isSlip = corrects ? digits.length < 5 && mayBeSlip(known.slice(end), digits) : known.endsWith(digits);
  return isSlip ? replaceAt(known, end, digits) : undefined;
}

/** The digits of "fifteen, one five" and "three two, one three two". */
export function saidTwice({ pieces }: { pieces: readonly RunPiece[] }): string | undefined {
  const start = pieces.findLastIndex(({ parted }) => parted);
  const [before, last] = [pieces.slice(0, start), digitsOf(pieces.slice(start))];
  const isTwice = start > 0 && last.endsWith(digitsOf(before));
  return isTwice && (last.length > digitsOf(before).length || pieces.length > 2 * start) ? last : undefined;
}

function replaceAt(text: string, at: number, part: string): string | undefined {
  return at < 0 ? undefined : text.slice(0, at) + part + text.slice(at + part.length);
}

/** Whether one of two rows of digits may have been said for the other. */
function mayBeSlip(said: string, meant: string): boolean {
  const places = [...said].flatMap((digit, at) => (digit === meant[at] ? [] : [at]));
  const [first = 0, second = 0] = places;
  if (places.length < 2) return true;
  return places.length === 2 && second === first + 1 && said[first] === meant[second] && said[second] === meant[first];
}
