/** A valid case id that is safe as a file name, made from a source's name for its test. */
export function idFrom(name: string): string {
  const words = name.normalize("NFKC").replace(/[^\p{L}\p{N}._-]+/gu, "-");
  const id = [...words]
    .slice(0, 80)
    .join("")
    .replace(/^[-_.]+|[-_.]+$/g, "");
  return id === "" ? "case" : id;
}

/** A name from the first words of a text, for tests without one. */
export function nameOfWords(text: string): string {
  const words =
    text
      .slice(0, 400)
      .replaceAll(/['’]/g, "")
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(0, 8).join("-").toLowerCase();
}

/** Gives out each id once, ignoring case, as some file systems do. */
export class CaseIds {
  readonly #taken = new Map<string, number>();

  /** The id itself, or the next free one of its name: `greets`, `greets-2`, `greets-3`. */
  take(wanted: string): string {
    const key = wanted.toLowerCase();
    let number = this.#taken.get(key) ?? 0;
    let id = wanted;
    while (this.#taken.has(id.toLowerCase())) id = `${wanted}-${++number}`;
    this.#taken.set(id.toLowerCase(), 1).set(key, number || 1);
    return id;
  }
}
