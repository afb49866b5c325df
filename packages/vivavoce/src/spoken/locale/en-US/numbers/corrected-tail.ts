import type { FoundValue } from "../../../slots/slot.ts";
import { tokensOf } from "../../../text/tokens.ts";
import { readGroup } from "./digit-group.ts";
import { readRun } from "./digit-run.ts";

/** Words of correction right behind a number, and what may stand between them and the digits. */
const lead =
  /^[\s,.;…—–-]*(?:(?:no|nope|wait|sorry|actually|hold on|hang on|i mean|make that|scratch that|rather|correction|oops|my bad|uh|um)[\s,.;…—–-]+)+(?:(?:it's|that's|it is|that is|the last (?:two|three|four) (?:are|is)|it ends in)\s+)?/i;

/**
 * A number whose last digits the speaker puts right in the same breath: "… oh one seven eight, wait no, oh one eight
 * seven". It counts only if it is a plausible slip, one digit or two neighbours swapped; otherwise nobody can tell which
 * digits are meant.
 */
export function correctTail(line: string, found: readonly FoundValue[], lengths: readonly number[]): FoundValue[] {
  const last = found.at(-1);
  const rest = last ? line.slice(last.end).replaceAll("’", "'") : "";
  const words = lead.exec(rest)?.[0];
  if (!last || words === undefined) return [...found];
  const tokens = tokensOf(rest.slice(words.length));
  const { digits = "", next = 0 } = readRun(tokens, 0) ?? {};
  const goesOn = tokens.some((_, at) => at >= next && readGroup(tokens, at) !== undefined);
  const tail = last.value.slice(-digits.length);
  if (goesOn || !lengths.includes(digits.length) || !isSlip(tail, digits)) return [...found];
  const end = last.end + words.length + (tokens[next - 1]?.end ?? 0);
  const value = last.value.slice(0, -digits.length) + digits;
  return [...found.slice(0, -1), { ...last, text: line.slice(last.start, end), value, end }];
}

/** Whether one of two rows of digits was meant for the other. */
function isSlip(said: string, meant: string): boolean {
  const places = [...said].flatMap((digit, at) => (digit === meant[at] ? [] : [at]));
  const [first = 0, second = 0] = places;
  if (places.length === 1) return true;
  return places.length === 2 && second === first + 1 && said[first] === meant[second] && said[second] === meant[first];
}
