/** A text as a regular expression that matches it exactly. */
export const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** The same, whatever its capitals. */
export const folded = (text: string) => (text === "" ? "" : `(?i:${escaped(text)})`);

/** Matches a reply in which a pattern matches nowhere. */
export const lacks = (pattern: string) => `^(?![\\s\\S]*(?:${pattern}))`;

/** Matches a reply in which at least one of the patterns matches nowhere. */
export const notAll = (patterns: readonly string[]) =>
  `^(?!${patterns.map((pattern) => `(?=[\\s\\S]*${pattern})`).join("")})`;
