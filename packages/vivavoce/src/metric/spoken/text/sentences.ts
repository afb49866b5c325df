/** Words that end in a full stop without ending a sentence. */
const abbreviations = new Set(
  "mr mrs ms dr prof st ave av blvd rd ln ct pl hwy apt ste no a p am pm e g i s n w ne nw se sw jr sr".split(" "),
);

/** The sentences of a text with their end marks; a line break ends one too, and "S. Lamar" does not. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(/[.?!…]+["'”’)]*(?=\s|$)|\n+/g)) {
    if (mark === "." && abbreviations.has(wordBefore(text, index)) && index + 1 < text.length) continue;
    const end = index + mark.length;
    sentences.push(text.slice(from, end));
    from = end;
  }
  sentences.push(text.slice(from));
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== "");
}

/** The letters before a place, no more than an abbreviation has. */
function wordBefore(text: string, index: number): string {
  return /(?:^|[^\p{L}])(\p{L}{1,4})$/u.exec(text.slice(Math.max(0, index - 5), index))?.[1]?.toLowerCase() ?? "";
}
