import type { SessionField } from "../session.ts";
import { plainWords } from "./plain-line.ts";

const marks =
  /\b(?:actually|correction|i meant|scratch that|instead|should be|make (?:that|it)|change (?:the|my|that|it)|(?:got|have|has) (?:the|my|that) \w+ wrong|we (?:have )?moved|not \d+)\b|\bwrong\b|\bnot (?:right|correct)\b|^(?:no|wait|sorry)[ ,.]+(?:it's|it is|the|my|that's)\b/;

const names: readonly [RegExp, SessionField][] = [
  [/\b(?:address|street|house number)\b/, "service_address"],
  [/\bname\b/, "customer_name"],
  [/\b(?:problem|issue|trouble)\b/, "problem_description"],
  [/\bzip\b/, "zip_code"],
  [/\b(?:time|day|date)\b/, "preferred_time"],
];

/** A caller who takes back what was said; `fields` are those that are called wrong by name. */
export interface Correction {
  fields: SessionField[];
}

export function readCorrection(line: string): Correction | undefined {
  const words = plainWords(line);
  if (!marks.test(words)) return undefined;
  return { fields: names.filter(([pattern]) => pattern.test(words)).map(([, field]) => field) };
}
