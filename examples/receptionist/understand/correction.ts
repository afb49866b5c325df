import type { SessionField } from "../session.ts";
import { plainLine, plainWords } from "./plain-line.ts";

const marks =
  /\b(?:actually|correction|i meant|scratch that|instead|should be|make (?:that|it)|change (?:the|my|that|it)|(?:got|have|has) (?:the|my|that) \w+ wrong|we (?:have )?moved|not \d+)\b|\bwrong\b|\bnot (?:right|correct)\b|^(?:no|wait|sorry)[ ,.]+(?:it's|it is|the|my|that's)\b/;

const names: readonly [RegExp, SessionField][] = [
  [/\b(?:address|street|house number)\b/, "service_address"],
  [/\bname\b/, "customer_name"],
  [/\b(?:problem|issue|trouble)\b/, "problem_description"],
  [/\bzip\b/, "zip_code"],
  [/\b(?:time|day|date)\b/, "preferred_time"],
];

/** A caller who takes back what was said. */
export interface Correction {
  /** What is called wrong by its name. */
  fields: SessionField[];
  /** "4201, not 4210": one number or name in place of another. */
  swap?: { right: string; wrong: string };
}

export function readCorrection(line: string): Correction | undefined {
  const words = plainWords(line);
  if (!marks.test(words)) return undefined;
  const fields = names.filter(([pattern]) => pattern.test(words)).map(([, field]) => field);
  const [, right, wrong] = /\b(\d+|\p{Lu}\p{L}+),? not (\d+|\p{Lu}\p{L}+)\b/u.exec(plainLine(line)) ?? [];
  return { fields, ...(right !== undefined && wrong !== undefined ? { swap: { right, wrong } } : {}) };
}
