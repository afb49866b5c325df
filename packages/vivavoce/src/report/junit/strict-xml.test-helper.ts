/** An element of a document that was read strictly. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * Reads XML by the standard, without what a report never writes: document types, CDATA, comments, processing
 * instructions. Throws at the first character that is not allowed there.
 */
export function readXml(source: string): XmlElement {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!source.startsWith(declaration)) throw new Error("no declaration");
  const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(source);
  if (illegal) throw new Error(`an illegal character at ${illegal.index}`);
  const reader = new Reader(source, declaration.length);
  const root = reader.element();
  reader.end();
  return root;
}

class Reader {
  readonly #source: string;
  #at: number;

  constructor(source: string, at: number) {
    this.#source = source;
    this.#at = at;
  }

  element(): XmlElement {
    const [, name = "", given = "", closed] = this.#take(/<([a-z]+)((?: [a-z]+="[^"<]*")*)(\/)?>/y);
    const attributes: Record<string, string> = {};
    for (const [, key = "", value = ""] of given.matchAll(/ ([a-z]+)="([^"<]*)"/g)) {
      if (Object.hasOwn(attributes, key)) throw new Error(`${key} stands twice in ${name}`);
      attributes[key] = decoded(value);
    }
    const element: XmlElement = { name, attributes, children: [], text: "" };
    if (closed === undefined) this.#inside(element);
    return element;
  }

  end(): void {
    this.#take(/\n*$/y);
  }

  #inside(element: XmlElement): void {
    for (;;) {
      element.text += decoded(this.#take(/[^<]*/y)[0] ?? "");
      if (this.#source.startsWith("</", this.#at)) break;
      element.children.push(this.element());
    }
    this.#take(new RegExp(`</${element.name}>`, "y"));
  }

  #take(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source);
    if (!found) throw new Error(`not well-formed at ${this.#at}: ${this.#source.slice(this.#at, this.#at + 60)}`);
    this.#at += found[0].length;
    return found;
  }
}

function decoded(text: string): string {
  if (text.includes("]]>")) throw new Error("]]> stands in text");
  return text.replace(/&(?:#(\d+);|(\w+);)?/g, (whole, code: string | undefined, name: string | undefined) => {
    const character = code === undefined ? entities[name ?? ""] : String.fromCodePoint(Number(code));
    if (character === undefined) throw new Error(`${whole} is not an entity`);
    return character;
  });
}

/** The elements without their texts and the values of attributes. */
export function shapeOf({ name, attributes, children }: XmlElement): unknown {
  return [name, Object.keys(attributes), children.map(shapeOf)];
}
