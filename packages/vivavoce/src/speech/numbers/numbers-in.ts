import { isNegated } from "../text/negation.ts";
import type { Token } from "../text/tokens.ts";
import type { DigitGroup } from "./digit-group.ts";
import { readTight } from "./digit-run.ts";

/** A number in a line, and whether the speaker takes it back: "4120, not 4210". */
export interface SaidNumber extends DigitGroup {
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
