import { type FoundValue, isNegated, tokensOf } from "../../../../speech/index.ts";

/** Words before a value that say it is not the one to use. */
const notThisOne =
  /\b(?:(?:don't|do not|never) (?:use|call|book|send|put)|(?:my|the|an?|our) (?:old|former|previous))\b/i;
/** Words behind a value that take it back. */
const scratched = /\b(?:scratch that|strike that|forget that|never mind|that's (?:the|my) old)\b/i;

/** Values that the line does not take back: 4120 in "4120, not 4210", and the second in "0119, scratch that, 0163". */
export function standing(said: string, values: readonly FoundValue[]): FoundValue[] {
  if (values.length === 0) return [];
  const line = said.replaceAll("’", "'");
  const tokens = tokensOf(line);
  const places = new Map(tokens.map(({ start }, index) => [start, index]));
  return values.filter(({ start, end }, index) => {
    const next = values[index + 1];
    if (next && scratched.test(line.slice(end, next.start))) return false;
    const before = line.slice(values[index - 1]?.end ?? 0, start);
    const others = values.length > 1 && notThisOne.test(before) && !scratched.test(before);
    return !others && !isNegated(tokens, places.get(start) ?? 0);
  });
}
