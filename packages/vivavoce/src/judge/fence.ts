import { hashOf, type JsonValue } from "../base/index.ts";
import type { Transcript } from "../shape/index.ts";

/** How data are separated from instructions. Tests weaken each part to show that both matter. */
export interface Fence {
  /** The mark on the fence lines. */
  mark(question: object, transcript: Transcript, repeat: number): string;
  /** One value as one line. */
  encode(value: JsonValue): string;
}

/**
 * The fence: a mark that the text inside cannot know, and lines that no text inside can break.
 *
 * The mark is the first 16 hex digits of a SHA-256 over the question, what was said and done, and the repeat: the same
 * on every replay. Times, tokens, cost and thresholds are not part of it, because they do not change the question.
 */
export const realFence: Fence = {
  mark: (question, transcript, repeat) =>
    hashOf({ question, transcript: saidAndDone(transcript), repeat }).slice(0, 16),
  encode: encodeLine,
};

function saidAndDone({ case: caseId, variant, agent, history, exchanges, world }: Transcript) {
  const turns = exchanges.map(({ number, user, items }) => ({ number, user: user?.content, items }));
  return { caseId, variant, agent, history, turns, world };
}

export function openingLine(mark: string): string {
  return `<<<RECORD ${mark}`.trimEnd();
}

export function closingLine(mark: string): string {
  return `END OF RECORD ${mark}`.trimEnd().concat(">>>");
}

/** Values between two fence lines, one per line. */
export function fenced(values: readonly JsonValue[], mark: string, encode: Fence["encode"] = encodeLine): string {
  return [openingLine(mark), ...values.map(encode), closingLine(mark)].join("\n");
}

/**
 * Characters that JSON does not escape but that look like a line break or are invisible: further control characters, line
 * and paragraph separators, marks that reorder text, zero-width characters, tag characters.
 */
const unsafe = /[\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** A value as JSON on one line, without anything that looks like the end of the line. */
export function encodeLine(value: JsonValue): string {
  return JSON.stringify(value).replace(unsafe, escaped);
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, index) => escapedUnit(character.charCodeAt(index))).join("");
}

function escapedUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
