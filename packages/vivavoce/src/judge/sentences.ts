import { segments } from "../base/index.ts";

/** What markdown puts before a line: quote marks, headings, bullets, numbers, boxes. */
const lineMarks = /^(?:\s|>|#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s|\[[^\]]?\]\s)*/;

/**
 * The sentences of a text, in order. Each line of a list is a sentence, without its bullet. Text without a letter or digit
 * is not a sentence.
 *
 * @example sentencesOf("Two steps:\n1. Call Ana.\n2. Wait."); // ["Two steps:", "Call Ana.", "Wait."]
 */
export function sentencesOf(text: string): string[] {
  return text
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .flatMap((line) => [...segments(line.replace(lineMarks, ""), "sentence")].map(({ segment }) => segment.trim()))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
