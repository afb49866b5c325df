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
    if (mark === "." && isAbbreviation(text, index)) continue;
    const end = index + mark.length;
    sentences.push({ text: text.slice(from, end), start: from });
    from = end;
  }
  sentences.push({ text: text.slice(from), start: from });
  return sentences.filter((sentence) => sentence.text.trim() !== "");
}

function isAbbreviation(text: string, stop: number): boolean {
  const word = wordBefore(text, stop);
  // "9 a.m. tomorrow" goes on, "9 a.m. Right?" does not.
  if (word === "m") return /^\s+[\p{Ll}\d]/u.test(text.slice(stop + 1, stop + 9));
  return abbreviations.has(word) && stop + 1 < text.length;
}

/** The letters before a place, no more than an abbreviation has. */
function wordBefore(text: string, index: number): string {
  return /(?:^|[^\p{L}])(\p{L}{1,4})$/u.exec(text.slice(Math.max(0, index - 5), index))?.[1]?.toLowerCase() ?? "";
}
