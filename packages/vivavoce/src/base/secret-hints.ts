import { secretContexts } from "./secret-contexts.ts";
import { type SecretRule, secretFormats } from "./secret-formats.ts";

/** How a hint may be written: as a rule has it, backwards, or as part of a longer stretch of base64 or hexadecimal digits. */
type Spelling = "plain" | "reversed" | "encoded";

export interface SecretHint {
  hint: string;
  spelling: Spelling;
  rule: SecretRule;
  isFormat: boolean;
}

/** The hints of all rules in each spelling. */
export function secretHints(): SecretHint[] {
  const plain = [...hintsOf(secretFormats, true), ...hintsOf(secretContexts, false)];
  const reversed = plain
    .filter(({ isFormat }) => isFormat)
    .map((hint) => ({ ...hint, hint: backwards(hint.hint), spelling: "reversed" as const }));
  return [...plain, ...reversed, ...encodedHints(plain.flatMap(inEachCase))];
}

function hintsOf(rules: readonly SecretRule[], isFormat: boolean): SecretHint[] {
  return rules.flatMap((rule) => rule.hints.map((hint) => ({ hint, spelling: "plain" as const, rule, isFormat })));
}

/** Letter case changes what the text before a secret looks like when it is encoded. */
function inEachCase(plain: SecretHint): SecretHint[] {
  const { hint, isFormat } = plain;
  if (isFormat) return [plain];
  const cases = new Set([hint, hint.toUpperCase(), hint.replace(/^[a-z]/, (one) => one.toUpperCase())]);
  return Array.from(cases, (one) => ({ ...plain, hint: one }));
}

export function backwards(text: string): string {
  let reversed = "";
  for (let index = text.length - 1; index >= 0; index--) reversed += text[index];
  return reversed;
}

/**
 * The fixed part of each hint inside base64 and hexadecimal digits, wherever it begins there. All of them are encoded at
 * once, each in a field of its own, because one by one would take a tenth of the time in which a command starts.
 */
function encodedHints(hints: readonly SecretHint[]): SecretHint[] {
  const bytes = 3 * Math.ceil((2 + Math.max(...hints.map(({ hint }) => hint.length))) / 3);
  return [0, 1, 2].flatMap((before) => {
    const fields = hints.map(({ hint }) => hint.padStart(before + hint.length, "\0").padEnd(bytes, "\0")).join("");
    const all = Buffer.from(fields, "latin1");
    const inField = (digits: string, bits: number) =>
      hints.map((hint, field) => {
        const begin = (field * digits.length) / hints.length;
        const end = begin + Math.floor(((before + hint.hint.length) * 8) / bits);
        return {
          ...hint,
          hint: digits.slice(begin + Math.ceil((before * 8) / bits), end),
          spelling: "encoded" as const,
        };
      });
    const base64 = inField(all.toString("base64"), 6);
    if (before > 0) return base64;
    const hex = all.toString("hex");
    return [...base64, ...inField(hex, 4), ...inField(hex.toUpperCase(), 4)];
  });
}
