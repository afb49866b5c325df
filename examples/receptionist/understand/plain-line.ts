/** A caller's line with straight apostrophes and single spaces: speech comes from many transcribers. */
export function plainLine(line: string): string {
  return line.replace(/[’‘ʼ]/g, "'").replace(/[“”]/g, '"').replace(/\s+/g, " ").trim();
}

const contractions = /\b(do|does|did|is|are|was|were|have|has|had|ca|could|wo|would|should)n'?t\b/gi;

/** In small letters, with "not" wherever it hides in a contraction: "don't" and "dont" read "do not". */
export function plainWords(line: string): string {
  return plainLine(line)
    .toLowerCase()
    .replace(contractions, (_, verb: string) => `${verb === "ca" ? "can" : verb === "wo" ? "will" : verb} not`)
    .replace(/\bcannot\b/g, "can not");
}

/** The parts between punctuation marks, each with the mark it ends in. */
export function clausesOf(line: string): { text: string; mark: string }[] {
  return [...line.matchAll(/([^.,;:!?]+)([.,;:!?]*)/g)]
    .map(([, text = "", mark = ""]) => ({ text: text.trim(), mark }))
    .filter(({ text }) => text !== "");
}
