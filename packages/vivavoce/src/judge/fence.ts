import { hashOf, type JsonValue } from "../base/index.ts";
import type { Transcript } from "../shape/index.ts";

/**
 * How data are separated from instructions: by a mark that the text inside cannot know, and by lines that no text inside can
 * break. Tests weaken each part to show that both matter.
 *
 * The mark is the first 16 hex digits of a SHA-256 over all that was said and done, and the repeat: the same on every
 * replay, and for all questions about a conversation, so that their records are the same. Times, tokens and cost are not
 * part of it.
 */
export const fence = {
  mark: (transcript: Transcript, repeat: number): string =>
    hashOf({ transcript: saidAndDone(transcript), repeat }).slice(0, 16),
  /** A value as JSON on one line, without anything that looks like the end of the line. */
  encode: (value: JsonValue): string => JSON.stringify(value).replace(unsafe, escaped),
  /** Values between two fence lines, one per line. */
  block(values: readonly JsonValue[], mark: string, name: "RECORD" | "ITEMS" = "RECORD"): string {
    const [opening, closing] = [`<<<${name} ${mark}`, `END OF ${name} ${mark}`].map((line) => line.trimEnd());
    return [opening, ...values.map((value) => this.encode(value)), `${closing}>>>`].join("\n");
  },
};

function saidAndDone({ case: caseId, variant, agent, history, exchanges, world, outcome }: Transcript) {
  const turns = exchanges.map(({ number, user, items }) => ({ number, user: user?.content, items }));
  // Why the agent hung up is its own text, too.
  const ended = outcome.kind === "completed" ? outcome.ended : undefined;
  return { caseId, variant, agent, history, turns, world, ended };
}

/**
 * Characters that JSON does not escape but that look like a line break or are invisible: further control characters, line
 * and paragraph separators, marks that reorder text, zero-width characters, tag characters.
 */
const unsafe = /[\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
