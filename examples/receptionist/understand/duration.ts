import { plainLine } from "./plain-line.ts";

const amount = "(?:\\d+|a|an|a few|a couple(?: of)?|one|two|three|four|five|six|seven|ten|several)";
const unit = "(?:hours?|days?|weeks?|months?|nights?)";

const patterns = [
  /\bsince (?:yesterday(?: \w+)?|this morning|last (?:night|week|\w+day)|\w+day(?: (?:morning|night|afternoon))?|noon|(?:about )?\d+(?: ?[ap]m)?)/i,
  new RegExp(`\\bfor (?:about |over |almost |at least )?${amount} ${unit}`, "i"),
  new RegExp(`\\b${amount} ${unit}(?: now| ago| straight)`, "i"),
  /\b(?:this morning|last night|yesterday)\b/i,
];

/** How long the problem has lasted, in the caller's words. */
export function readDuration(line: string): string | undefined {
  const plain = plainLine(line);
  for (const pattern of patterns) {
    const found = pattern.exec(plain)?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}
