/**
 * Whether a path matches a pattern: `*` stands for any characters within a segment, `?` for one, and `**` as a segment for
 * any number of segments, including none. Everything else is literal, so `[draft]` is that text, and hidden files match
 * too. Node's own `matchesGlob` resolves `..`, skips hidden files and can take forever; this takes time in proportion to
 * the product of the two lengths at most.
 *
 * @example matchesGlob("Projects/Garden.md", "Projects/*"); // true
 */
export function matchesGlob(path: string, pattern: string): boolean {
  const segments = path.normalize("NFC").split("/");
  return matchesRun(pattern.normalize("NFC").split("/"), segments, "**", (one, segment) =>
    matchesRun([...one], [...segment], "*", (sign, character) => sign === "?" || sign === character),
  );
}

/** Greedy, and backtracks only to the last wild card: an earlier one never needs to take more. */
function matchesRun(
  pattern: readonly string[],
  items: readonly string[],
  wildCard: string,
  matches: (pattern: string, item: string) => boolean,
): boolean {
  let place = 0;
  let index = 0;
  let retry: { place: number; index: number } | undefined;
  while (index < items.length) {
    const one = pattern[place];
    if (one === wildCard) {
      place += 1;
      retry = { place, index };
    } else if (one !== undefined && matches(one, items[index] ?? "")) {
      place += 1;
      index += 1;
    } else if (retry) {
      retry = { place: retry.place, index: retry.index + 1 };
      ({ place, index } = retry);
    } else return false;
  }
  return pattern.slice(place).every((one) => one === wildCard);
}
