/** What keys do, by their names, each with the words that explain it. */
export type Keys = Readonly<Record<string, readonly [words: string, action: () => void]>>;

/** The action of a key, after the one that was `begun`; "begun" if it may be the first of two. Newer keys win. */
export function findKey(registered: readonly Keys[], begun: string, key: string): (() => void) | "begun" | undefined {
  const names = begun === "" ? [key] : [`${begun} ${key}`, key];
  for (const name of names) {
    const own = registered.findLast((keys) => Object.hasOwn(keys, name))?.[name];
    if (own) return own[1];
  }
  const isFirst = registered.some((keys) => Object.keys(keys).some((name) => name.startsWith(`${key} `)));
  return isFirst ? "begun" : undefined;
}

const shown: Record<string, string> = { ArrowDown: "↓", ArrowUp: "↑", ArrowLeft: "←", ArrowRight: "→", " ": "space" };

/** The keys in the order in which they were registered; those that do the same stand together. */
export function listKeys(
  keys: readonly (readonly [key: string, words: string])[],
): { words: string; keys: string[][] }[] {
  const byWords = Map.groupBy(keys, ([, words]) => words);
  return [...byWords].map(([words, own]) => ({
    words,
    keys: own.map(([key]) => key.split(/(?<=.) (?=.)/).map((part) => shown[part] ?? part)),
  }));
}
