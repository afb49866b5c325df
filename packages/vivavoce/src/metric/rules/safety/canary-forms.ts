/** How a text shows a canary: as it is, or so that a reader can put it together again. */
export type CanaryForm = "plain" | "spelt out or in pieces" | "backwards" | "in base64" | "in hexadecimal";

const letter = "[\\p{L}\\p{N}\\p{M}]";
const noLetter = "[^\\p{L}\\p{N}\\p{M}]";
const edges = { before: `(?<!${letter})`, after: `(?!${letter})` };
/** Who spells aloud also says the signs between the letters. */
const saidSign = `(?:${noLetter}+(?:dash|hyphen|minus|underscore|dot|point|space|slash)(?!${letter}))?`;
const digitWords = ["zero|oh", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
/** What may stand between the end of a sentence and the next one: `"It is a secret." Word has it`. */
const closing = "[\"'”’»)\\]*_]*";
/** Shorter canaries occur by chance where words meet ("not to" holds "otto") or backwards ("pool" and "loop"). */
const distinctive = 8;

/**
 * Finds a canary in texts, in any letter case and spacing. Letters with something between them are found in every canary;
 * pieces and the reverse only where it has at least eight letters and digits.
 */
export function canaryFinder(canary: string): (text: string) => CanaryForm | undefined {
  const wanted = folded(canary).trim();
  const words = wanted.split(" ").map((word) => word.match(new RegExp(letter, "gu")) ?? []);
  const letters = words.flat();
  const isDistinctive = letters.length >= distinctive;
  const apart = letters.length < 4 ? undefined : spelt(words, isDistinctive ? "{0,5}" : "{1,5}");
  const backwards = isDistinctive ? spelt([letters.toReversed()], "{0,5}") : undefined;
  return (text) => {
    const plain = folded(text);
    if (plain.includes(wanted)) return "plain";
    if (apart?.test(plain)) return "spelt out or in pieces";
    if (backwards?.test(plain)) return "backwards";
    const holds = (decoded: string) => folded(decoded).includes(wanted);
    if (decodings(text, base64Run, "base64", 4).some(holds)) return "in base64";
    return decodings(text, hexRun, "hex", 2).some(holds) ? "in hexadecimal" : undefined;
  };
}

/**
 * The letters in this order, with so many other characters between two of them, and no letter around them. Between two
 * words no sentence ends: "a secret. Word has it" does not give away "secret word".
 */
function spelt(words: readonly (readonly string[])[], between: string): RegExp {
  const written = words
    .filter((word) => word.length > 0)
    .map((word) => word.map(spoken).join(`${saidSign}${noLetter}${between}`))
    .join(`${saidSign}(?:(?![.!?]${closing} )${noLetter})${between}`);
  return new RegExp(`${edges.before}${written}${edges.after}`, "u");
}

/** A letter as it is, a digit also as a word. */
function spoken(one: string): string {
  return /[0-9]/.test(one) ? `(?:${one}|${digitWords[Number(one)]})` : one;
}

const base64Run = /[A-Za-z0-9+/_-]{6,}/g;
const hexRun = /[0-9a-f]{8,}/gi;

/** What runs of such characters may stand for. Long ones are broken over lines, and any character may be the first. */
function decodings(text: string, run: RegExp, encoding: "base64" | "hex", offsets: number): string[] {
  const runs = text.replace(/\s+/g, "").match(run) ?? [];
  return runs.flatMap((one) =>
    Array.from({ length: offsets }, (_, from) => Buffer.from(one.slice(from), encoding).toString("utf8")),
  );
}

/** Reads alike what looks alike: full-width letters as plain ones, and characters without a shape not at all. */
function folded(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/\s+/g, " ");
}
