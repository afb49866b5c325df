import type { Token } from "../../../text/tokens.ts";
import { plainWords } from "../left-over/beside.ts";
import { findSpelled } from "../letters/spelled-letters.ts";
import { noNames } from "../name/stop-words.ts";
import { says } from "../said/says.ts";
import { type Claim, plainForm, saidIn, type Weighed } from "./stances.ts";

/** Signs that are said, and do not matter to how an address is read. */
const signs: readonly [string, RegExp][] = [
  ["-", /\b(?:dash|hyphen|minus)\b|-/],
  ["_", /\bunderscore\b|_/],
  ["+", /\bplus\b|\+/],
];

/** What a text names of an e-mail address: both sides of it, and words that are on neither. */
export function emailIn(value: string, tokens: readonly Token[]): Weighed | undefined {
  const [local = "", domain = ""] = value.trim().toLowerCase().split("@");
  const said = saidIn(tokens);
  const isSaid = says(said, value) || (says(said, `${local}@`) && says(said, `@${domain}`));
  const isSigned = signs.every(([sign, word]) => value.includes(sign) === word.test(said));
  if (domain === "" || !isSaid || !isSigned) return undefined;
  const plain = value.toLowerCase().replace(/[^a-z\d]/g, "");
  const claims = tokens.flatMap(({ kind, word }, at): Claim[] => {
    const form = plainForm(word);
    if (kind !== "word" || form.length < 2 || noNames.has(word) || plainWords.has(form)) return [];
    return [{ at, next: at + 1, sort: "word", form: plain.includes(form) ? "" : form }];
  });
  const letters = findSpelled(tokens).map(({ at, next, letters }) => ({
    at,
    next,
    sort: "word",
    form: plain.includes(letters) ? "" : letters,
  }));
  return { parts: [{ sort: "word", form: "" }], claims: [...claims, ...letters], isWhole: true, differs: () => false };
}
