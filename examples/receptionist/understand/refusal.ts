import { plainWords } from "./plain-line.ts";

const refusal =
  /\b(?:rather not|prefer not|not (?:want to|going to|comfortable)(?: \w+)? ?(?:say|saying|give|giving|tell|telling|share|sharing)?|will not (?:say|give|tell|share)|not (?:give|giving|tell|telling|share|sharing)|none of your business|no names?|not (?:need|have to) (?:my|to know)|skip (?:that|the name)|keep (?:my name|that) (?:private|to myself|out of)|why do you need|what do you need (?:my|that|it))\b/;

/** Whether the caller will not say what was asked. */
export function readRefusal(line: string): boolean {
  return refusal.test(plainWords(line));
}
