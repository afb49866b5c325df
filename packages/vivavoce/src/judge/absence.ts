const negations = [
  ...["no", "not", "never", "none", "nothing", "nobody", "neither", "nor", "without", "cannot", "\\w+n['’]t"],
  ...["absent", "absence", "missing", "lack(?:s|ing)?", "free of", "clear of", "avoid\\w*", "refrain\\w*", "omit\\w*"],
  ...["forbid\\w*", "unchanged", "untouched", "as (?:it|they) (?:was|were)"],
  ...["kein\\w*", "nicht\\w*", "nie", "niemals", "ohne", "sans", "jamais", "sin", "nunca"],
];
const negation = new RegExp(`(?<![\\p{L}\\p{N}])(?:${negations.join("|")})(?![\\p{L}\\p{N}])`, "iu");

/**
 * Whether words ask that something is absent, such as "Never name a price". Only there is it evidence for the agent that
 * there is nothing to quote. Where this misses a wording, the judge has to quote where it could have happened.
 */
export function asksForAbsence(words: string): boolean {
  return negation.test(words);
}

/** The evidence that a verdict for the agent needs: a quote, unless the words ask that something is absent. */
export function evidenceFor(words: string): { evidence?: "required" } {
  return asksForAbsence(words) ? {} : { evidence: "required" };
}
