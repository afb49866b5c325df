import { readRun, spokenDigits } from "../numbers/digit-run.ts";
import type { Comparison, FindContext, FoundValue } from "../slots/slot-kind.ts";
import { sliceOf, tokensOf } from "../text/tokens.ts";

/**
 * A ZIP code in one comparable form: five digits, or five and four; undefined where the text says no other number.
 *
 * @example normaliseZip("seven eight seven forty-five") // "78745"
 */
export function normaliseZip(text: string): string | undefined {
  const digits = spokenDigits(text) ?? findZips(text, { by: "caller", asked: true })[0]?.value;
  return digits === undefined ? undefined : zipOf(digits.replace("-", ""));
}

function zipOf(digits: string): string | undefined {
  if (digits.length === 9) return `${digits.slice(0, 5)}-${digits.slice(5)}`;
  return digits.length === 5 ? digits : undefined;
}

/** The last four digits are left open where one side has them not. */
export function compareZips(one: string, other: string): Comparison {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length) === other.slice(0, length) ? "same" : "different";
}

/** Every ZIP code: five digits in a row written as one, or said one by one where they were asked for or are called so. */
export function findZips(text: string, { asked, by }: FindContext): FoundValue[] {
  const tokens = tokensOf(text);
  const called = asked || by === "agent" || /\b(?:zip|postal)\b/i.test(text);
  const found: FoundValue[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const run = readRun(tokens, at);
    const last = run.at(-1);
    if (!last) continue;
    const value = zipOf(run.map(({ digits }) => digits).join(""));
    const written = tokens[at]?.text.length === 5;
    const priced = tokens[at - 1]?.text === "$" || tokens[last.next]?.word === "dollars";
    if (value !== undefined && (called || written) && !priced) {
      const said = sliceOf(text, tokens, at, last.next);
      const start = tokens[at]?.start ?? 0;
      found.push({ text: said, value, start, end: start + said.length });
    }
    at = last.next - 1;
  }
  return found;
}
