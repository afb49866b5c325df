import { hashOf, type JsonValue } from "../base/index.ts";
import type { Transcript } from "../shape/index.ts";

/** How data are separated from instructions. Tests weaken each part to show that both matter. */
export interface Fence {
  /** The mark on the fence lines. */
  mark(transcript: Transcript, repeat: number): string;
  /** One value as one line. */
  encode(value: JsonValue): string;
}

/**
 * The fence: a mark that the text inside cannot know, and lines that no text inside can break.
 *
 * The mark is the first 16 hex digits of a SHA-256 over all that was said and done, and the repeat: the same on every
 * replay, and for all questions about a conversation, so that their records are the same. Times, tokens and cost are not
 * part of it.
 */
export const realFence: Fence = {
  mark: (transcript, repeat) => hashOf({ transcript: saidAndDone(transcript), repeat }).slice(0, 16),
  encode: encodeLine,
};

function saidAndDone({ case: caseId, variant, agent, history, exchanges, world, outcome }: Transcript) {
  const turns = exchanges.map(({ number, user, items }) => ({ number, user: user?.content, items }));
  // Why the agent hung up is its own text, too.
  const ended = outcome.kind === "completed" ? outcome.ended : undefined;
  return { caseId, variant, agent, history, turns, world, ended };
}

type Block = "RECORD" | "ITEMS";

function openingLine(mark: string, name: Block = "RECORD"): string {
  return `<<<${name} ${mark}`.trimEnd();
}

function closingLine(mark: string, name: Block = "RECORD"): string {
  return `END OF ${name} ${mark}`.trimEnd().concat(">>>");
}

/** Values between two fence lines, one per line. */
export function fenced(values: readonly JsonValue[], mark: string, encode = encodeLine, name?: Block): string {
  return [openingLine(mark, name), ...values.map(encode), closingLine(mark, name)].join("\n");
}

/**
 * Characters that JSON does not escape but that look like a line break or are invisible: further control characters, line
 * and paragraph separators, marks that reorder text, zero-width characters, tag characters.
 */
const unsafe = /[\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** A value as JSON on one line, without anything that looks like the end of the line. */
function encodeLine(value: JsonValue): string {
  return JSON.stringify(value).replace(unsafe, escaped);
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, index) => escapedUnit(character.charCodeAt(index))).join("");
}

function escapedUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
