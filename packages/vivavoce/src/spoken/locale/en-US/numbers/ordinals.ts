import type { Token } from "../../../text/tokens.ts";
import type { DigitGroup } from "./digit-group.ts";
import { tens } from "./number-words.ts";

const ordinalWords: ReadonlyMap<string, number> = new Map([
  ..."first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
    .split(" ")
    .map((word, index): [string, number] => [word, index + 1]),
  ..."twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth"
    .split(" ")
    .map((word, index): [string, number] => [word, (index + 2) * 10]),
]);

/** Reads "6th", "sixth" or "twenty-first" at a place; `digits` holds the number. */
export function readOrdinal(tokens: readonly Token[], at: number): DigitGroup | undefined {
  const token = tokens[at];
  if (!token) return undefined;
  if (token.kind === "digits") {
    const ending = tokens[at + 1];
    const written = ending && !ending.gap && /^(?:st|nd|rd|th)$/.test(ending.word) && token.text.length <= 4;
    return written ? { digits: String(Number(token.text)), next: at + 2 } : undefined;
  }
  const ten = tens.get(token.word);
  const unitAt = tokens[at + 1]?.text === "-" ? at + 2 : at + 1;
  const unit = ordinalWords.get(tokens[unitAt]?.word ?? "");
  if (ten !== undefined && unit !== undefined && unit < 10) return { digits: String(ten + unit), next: unitAt + 1 };
  const whole = ordinalWords.get(token.word);
  return whole === undefined ? undefined : { digits: String(whole), next: at + 1 };
}

/** 1 → "1st", 12 → "12th", 23 → "23rd" */
export function ordinalOf(number: string): string {
  const last = Number(number.slice(-1));
  const teen = /1\d$/.test(number);
  return `${number}${teen ? "th" : (["th", "st", "nd", "rd"][last] ?? "th")}`;
}
