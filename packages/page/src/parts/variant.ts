const signs = ["●", "■", "▲", "◆", "▼", "✚"] as const;

/** What tells a variant from the others, besides its colour. */
export const sign = (variant: number) => signs[variant % signs.length] ?? "●";

/** The class that gives a variant its colour. */
export const tone = (variant: number) => `v${variant % signs.length}`;
