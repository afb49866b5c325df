/** The words of the radio alphabet, and what each stands for. */
export const radioAlphabet: ReadonlyMap<string, string> = new Map(
  "alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey whisky xray yankee zulu"
    .split(" ")
    .map((word) => [word, word.charAt(0)]),
);
