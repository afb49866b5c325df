import { tokensOf } from "../../../text/tokens.ts";
import { numbersIn } from "../numbers/numbers-in.ts";

/**
 * A known number as a later line corrects it: "no, 0198, not 0199", "it ends in 0198", "the area code is 737".
 * Undefined if the line changes nothing of it.
 */
export function revisePhone(known: string, line: string, { corrects }: { corrects: boolean }): string | undefined {
  if (!corrects) return undefined;
  const tokens = tokensOf(line);
  const numbers = numbersIn(tokens);
  const wrong = numbers.find(({ negated }) => negated)?.digits;
  const right = numbers.find(({ negated }) => !negated);
  if (!right) return undefined;
  if (wrong !== undefined) {
    const at = known.lastIndexOf(wrong);
    return at === -1 || wrong.length !== right.digits.length ? undefined : replaceAt(known, at, right.digits);
  }
  const before = tokens
    .slice(Math.max(0, right.at - 4), right.at)
    .map(({ word }) => word)
    .join(" ");
  if (/\b(?:ends|ending|last)\b/.test(before))
    return replaceAt(known, known.length - right.digits.length, right.digits);
  return /\barea code\b/.test(before) && /^\+1\d{10}$/.test(known) && right.digits.length === 3
    ? replaceAt(known, 2, right.digits)
    : undefined;
}

function replaceAt(text: string, at: number, part: string): string | undefined {
  return at < 0 ? undefined : text.slice(0, at) + part + text.slice(at + part.length);
}
