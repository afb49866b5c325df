/** The sign of a verdict in a comment; its word always stands beside it. */
export const verdictSigns = { pass: "✅", fail: "❌", inconclusive: "❔", error: "⚠️" } as const;
