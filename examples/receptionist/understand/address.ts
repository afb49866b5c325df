import { plainLine } from "./plain-line.ts";
import { withDigits } from "./spoken-digits.ts";

const suffix =
  "(?:street|st|avenue|ave|boulevard|blvd|road|rd|drive|dr|lane|ln|court|ct|way|circle|cir|parkway|pkwy|trail|trl|cove|cv|loop|pass|place|pl|terrace|highway|hwy|bend|run|path|row|plaza)";
const direction = "(?:[NSEW]\\.?|North|South|East|West)";
const unit = "(?:,? (?:apt|apartment|unit|suite|ste|#) ?\\w+)?";

/** `1100 Congress Ave`: a number and words of which the last says what kind of street it is. */
const withSuffix = new RegExp(`\\b\\d{1,6} (?:[\\p{L}\\d'.]+ ){1,4}?${suffix}\\b\\.?${unit}`, "iu");
/** `4210 S Lamar`: no suffix, but names with capitals. */
const withCapitals = new RegExp(
  `\\b\\d{2,6} (?:${direction} )?\\p{Lu}[\\p{L}'.]+(?: \\p{Lu}[\\p{L}'.]+){0,2}${unit}`,
  "u",
);
/** What somebody says who was asked for nothing else. */
const asAnswer = new RegExp(`\\b\\d{1,6} (?:[\\p{L}'.]+)(?: [\\p{L}'.]+){0,3}${unit}`, "iu");

/** Capitals that stand after a number and are no street. */
const noStreet =
  /^\d+ (?:AM|PM|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Trane|Carrier|Lennox|Rheem|Goodman|York|Bryant|Amana|Daikin|SEER|BTU|AC|HVAC|Fahrenheit)\b/i;
/** Words after a number that measure something. */
const measured =
  /^\d+ (?:degrees?|days?|hours?|weeks?|months?|years?|minutes?|times?|o'clock|tons?|stor(?:y|ies)|units?|am|pm|a\.m\.?|p\.m\.?|or|to|and)\b/i;

/** The street address in a line: house number and street. `asked`: the caller was asked for it. */
export function readAddress(line: string, { asked = false }: { asked?: boolean } = {}): string | undefined {
  const plain = withDigits(plainLine(line));
  const patterns = asked ? [withSuffix, withCapitals, asAnswer] : [withSuffix, withCapitals];
  for (const pattern of patterns) {
    const found = pattern.exec(plain)?.[0];
    if (found !== undefined && !noStreet.test(found) && !measured.test(found)) return found.replace(/[.,]+$/, "");
  }
  return undefined;
}
