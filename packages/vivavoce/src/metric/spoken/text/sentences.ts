/** Words that end in a full stop without ending a sentence. */
const abbreviations = new Set(
  "mr mrs ms dr prof st ave av blvd rd ln ct pl hwy apt ste no a p e g i s n w ne nw se sw jr sr".split(" "),
);

export interface Sentence {
  text: string;
  start: number;
}

/** The sentences of a text with their end marks and places; a line break ends one too, "S. Lamar" does not. */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(/[.?!…]+["'”’)]*(?=\s|$)|\n+/g)) {
    if (mark === "." && abbreviations.has(wordBefore(text, index)) && index + 1 < text.length) continue;
    const end = index + mark.length;
    sentences.push({ text: text.slice(from, end), start: from });
    from = end;
  }
  sentences.push({ text: text.slice(from), start: from });
  return sentences.filter((sentence) => sentence.text.trim() !== "");
}

/** The letters before a place, no more than an abbreviation has. */
function wordBefore(text: string, index: number): string {
  return /(?:^|[^\p{L}])(\p{L}{1,4})$/u.exec(text.slice(Math.max(0, index - 5), index))?.[1]?.toLowerCase() ?? "";
}
