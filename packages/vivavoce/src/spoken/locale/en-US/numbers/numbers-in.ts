import { type Token, tokensOf } from "../../../text/tokens.ts";
import { isNegated } from "../answers/negation.ts";
import type { DigitGroup } from "./digit-group.ts";
import { readRun, readTight } from "./digit-run.ts";

/** A number in a line, and whether the speaker takes it back: "4120, not 4210". */
interface SaidNumber extends DigitGroup {
  at: number;
  negated: boolean;
}

/** The numbers of a line that are said without a pause, from two digits on. */
export function numbersIn(tokens: readonly Token[]): SaidNumber[] {
  const numbers: SaidNumber[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const number = readTight(tokens, at);
    if (!number) continue;
    if (number.digits.length > 1) numbers.push({ ...number, at, negated: isNegated(tokens, at) });
    at = number.next - 1;
  }
  return numbers;
}

/** The digits of every number that a text says, pauses between its groups or not: "12, 34" is "1234". */
export function numbersSaid(text: string): string[] {
  const tokens = tokensOf(text);
  const numbers: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const run = readRun(tokens, at);
    const end = run.at(-1)?.next;
    if (end === undefined) continue;
    numbers.push(run.map(({ digits }) => digits).join(""));
    at = end - 1;
  }
  return numbers;
}
