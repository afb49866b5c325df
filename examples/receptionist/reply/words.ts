/** Words that keep their form. */
const unchanging = new Set([
  "i",
  "a",
  "an",
  "the",
  "this",
  "that",
  "you",
  "your",
  "we",
  "our",
  "with",
  "to",
  "of",
  "as",
]);
const irregular: Readonly<Record<string, readonly string[]>> = { understand: ["understood"] };

/** A word with its inflections: process, processes, processed, processing. */
export function inflectionsOf(word: string): string[] {
  const base = word.toLowerCase();
  if (unchanging.has(base) || base.length < 3) return [base];
  const stem = base.replace(/e$/, "");
  const plural = /(?:s|x|z|ch|sh)$/.test(base) ? `${base}es` : `${base}s`;
  const fromY = /[^aeiou]y$/.test(base) ? [base.replace(/y$/, "ies"), base.replace(/y$/, "ied")] : [];
  return [base, plural, `${stem}ed`, `${stem}ing`, ...fromY, ...(irregular[base] ?? [])];
}

/** Whether a text holds a word or phrase, as whole words, in any inflection and any case. */
export function holdsWord(text: string, phrase: string): boolean {
  const parts = plain(phrase)
    .split(" ")
    .map((word) => `(?:${inflectionsOf(word).map(escaped).join("|")})`);
  return new RegExp(`(?<![\\p{L}\\p{N}])${parts.join("[\\s,]+")}(?![\\p{L}\\p{N}])`, "iu").test(plain(text));
}

function plain(text: string): string {
  return text.normalize("NFC").replace(/[’‘]/g, "'").replace(/\s+/g, " ").trim();
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
