/** A page taken apart as a browser would, for pages that are written strictly: attributes in double quotes, no stray `<`. */
export interface PageParts {
  /** Every tag with its attributes' names, in order. */
  tags: string[];
  /** The attributes' values, by name. */
  attributes: [name: string, value: string][];
  /** The blocks of data, by id. */
  data: Map<string, unknown>;
  /** The texts of scripts that run. */
  scripts: string[];
  styles: string[];
  text: string;
}

const tag = /<(\/?[a-z][a-z0-9]*)((?: [a-zA-Z][a-zA-Z0-9-]*(?:="[^"<>`]*")?)*)\/?>/y;

/** Throws at anything other than text and well-formed tags. */
export function readPage(source: string): PageParts {
  const start = "<!doctype html>\n";
  if (!source.startsWith(start)) throw new Error("no doctype");
  const parts: PageParts = { tags: [], attributes: [], data: new Map(), scripts: [], styles: [], text: "" };
  let at = start.length;
  while (at < source.length) {
    const next = source.indexOf("<", at);
    const text = source.slice(at, next < 0 ? undefined : next);
    if (/[>`"']/.test(text)) throw new Error(`unescaped: ${text.slice(0, 80)}`);
    parts.text += text;
    if (next < 0) break;
    tag.lastIndex = next;
    const found = tag.exec(source);
    if (!found) throw new Error(`no tag at ${next}: ${source.slice(next, next + 80)}`);
    const [whole, name = "", given = ""] = found;
    const attributes = [...given.matchAll(/ ([a-zA-Z][a-zA-Z0-9-]*)(?:="([^"]*)")?/g)];
    for (const [, key = "", value = ""] of attributes) parts.attributes.push([key, value]);
    parts.tags.push([name, ...attributes.map(([, key]) => key)].join(" "));
    at = next + whole.length;
    if (name === "script" || name === "style") at = takeRaw(source, at, name, given, parts);
  }
  return parts;
}

/** The text of a raw-text element, such as a script, ends at the first end tag. */
function takeRaw(source: string, at: number, name: string, given: string, parts: PageParts): number {
  const end = new RegExp(`</${name}[\\s/>]`, "gi");
  end.lastIndex = at;
  const close = end.exec(source);
  if (!close) throw new Error(`${name} does not end`);
  const text = source.slice(at, close.index);
  if (text.includes("<!--")) throw new Error(`a comment begins in ${name}`);
  const id = / type="application\/json" id="([^"]+)"/.exec(given)?.[1];
  if (id !== undefined) {
    if (/[<>&]/.test(text)) throw new Error(`markup in the data of ${id}`);
    parts.data.set(id, JSON.parse(text));
  } else if (name === "script") parts.scripts.push(text);
  else parts.styles.push(text);
  return close.index;
}
