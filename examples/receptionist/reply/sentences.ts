/** After these a full stop ends nothing: "S. Lamar", "Mr. Reed". */
const abbreviation = /(?:^|\s)(?:Mr|Mrs|Ms|Dr|St|No|[NSEW])\.$/;
const lineMarks = /^(?:\s|[-*+•]\s|\d{1,3}[.)]\s)*/;

/** The sentences of a reply as they would be said aloud, in order; lines of a list count one by one. */
export function sentencesIn(reply: string): string[] {
  return reply
    .split(/\r?\n/)
    .flatMap((line) => joined(line.replace(lineMarks, "").split(/(?<=[.!?…]["'”’)\]]*)\s+/)))
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** How many questions a reply asks. */
export function questionsIn(reply: string): number {
  return reply.match(/\?+/g)?.length ?? 0;
}

/** The words of a text; a house number or a time counts as one. */
export function wordsIn(text: string): string[] {
  return text.match(/[\p{L}\p{N}](?:[\p{L}\p{N}'’:-]*[\p{L}\p{N}])?/gu) ?? [];
}

/** Puts together what was cut at a full stop that ended nothing. */
function joined(parts: readonly string[]): string[] {
  const sentences: string[] = [];
  for (const part of parts) {
    const before = sentences.at(-1);
    const goesOn = before !== undefined && (abbreviation.test(before) || /^\p{Ll}/u.test(part));
    if (goesOn) sentences[sentences.length - 1] = `${before} ${part}`;
    else sentences.push(part);
  }
  return sentences;
}
