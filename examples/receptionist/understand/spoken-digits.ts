const digits: Record<string, string> = {
  zero: "0",
  oh: "0",
  o: "0",
  one: "1",
  two: "2",
  three: "3",
  four: "4",
  five: "5",
  six: "6",
  seven: "7",
  eight: "8",
  nine: "9",
};

const digitRun = new RegExp(
  `\\b(?:${Object.keys(digits).join("|")})(?:[ ,-]+(?:${Object.keys(digits).join("|")})){2,}\\b`,
  "gi",
);

/** Digits that were read out one by one become a number again: "seven eight seven oh one" → "78701". */
export function withDigits(line: string): string {
  return line
    .replace(digitRun, (run) =>
      run
        .split(/[ ,-]+/)
        .map((word) => digits[word.toLowerCase()])
        .join(""),
    )
    .replace(/\b\d(?:[ -]\d){2,}\b/g, (run) => run.replace(/[ -]/g, ""));
}
