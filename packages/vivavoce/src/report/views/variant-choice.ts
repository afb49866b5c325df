type Variant = Readonly<Record<string, string>>;

/**
 * The choice of one variant for each side, as `--variant` and an address write it: "prompt=v1,v2;mode=fast". It has no
 * imports, as the page uses it too.
 */
export function variantChoice(before: Variant, after: Variant): string {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .flatMap((name) => {
      const values = [before, after].flatMap((side) => (Object.hasOwn(side, name) ? [side[name] ?? ""] : []));
      return values.length < 2 ? [] : [`${name}=${[...new Set(values)].join(",")}`];
    })
    .join(";");
}

/** The choices in a text; undefined if it is not one. */
export function parseVariantChoice(text: string): Record<string, string[]> | undefined {
  const pairs = text.split(";").map((part) => part.split(/=(.*)/s, 2));
  if (pairs.some(([name, list]) => !name || !list)) return undefined;
  return Object.fromEntries(pairs.map(([name = "", list = ""]) => [name, list.split(",").filter(Boolean)]));
}

/** The same the other way round, for swapped sides. */
export function swappedChoice(text: string): string {
  const parts = Object.entries(parseVariantChoice(text) ?? {});
  return parts.map(([name, values]) => `${name}=${values.toReversed().join(",")}`).join(";");
}
