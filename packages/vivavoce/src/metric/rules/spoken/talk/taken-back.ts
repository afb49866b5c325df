import { type FoundValue, isNegated, tokensOf, without } from "../../../../speech/index.ts";

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

const choice =
  /\b(?:use|call|take|prefer|rather|instead|better|best|mine|the (?:first|second|last|latter|former|other)(?: one)?)\b/i;

/** Words that choose one of several values: "hers is 0120, mine is 0121, use mine". Which one they mean is not read. */
export function choiceAmong(said: string, values: readonly FoundValue[]): string | undefined {
  if (new Set(values.map(({ value }) => value)).size < 2) return undefined;
  return choice.exec(without(said, values))?.[0];
}
