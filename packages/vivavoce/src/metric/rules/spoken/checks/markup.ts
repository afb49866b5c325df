/** A tag as SSML has it: a name, attributes in quotation marks, perhaps closed in itself. */
const tag = /<(\/?)([A-Za-z][\w:-]{0,40})((?:\s+[\w:-]{1,40}\s*=\s*(?:"[^"<>]{0,200}"|'[^'<>]{0,200}'))*)\s*(\/?)>/g;

/** The first place at which markup is not well formed: a tag that is cut, never closed, or closed by another's name. */
export function brokenMarkup(text: string): string | undefined {
  const open: string[] = [];
  let end = 0;
  for (const match of text.matchAll(tag)) {
    const [whole, closing, name = "", , closed] = match;
    const stray = strayIn(text.slice(end, match.index));
    if (stray !== undefined) return stray;
    end = match.index + whole.length;
    if (closing === "/") {
      if (open.pop() !== name) return whole;
    } else if (closed !== "/") open.push(name);
  }
  const left = open.at(-1);
  return strayIn(text.slice(end)) ?? (left === undefined ? undefined : `<${left}>`);
}

/** The text without well-formed tags, which a voice that takes markup does not say. */
export function withoutTags(text: string): string {
  return text.replace(tag, " ");
}

/** What begins like a tag and is none. "Under < 5" is not one. */
function strayIn(text: string): string | undefined {
  return /<\/?[A-Za-z][^<\n]{0,40}/.exec(text)?.[0];
}
