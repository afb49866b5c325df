/**
 * Keeps text in a workflow's log from being a command. GitHub's runner obeys a line that begins with `::`, however far
 * it is indented, and `##[` anywhere; it must not obey an agent's text. Remembers where in a line the last text ended.
 */
export class InertLog {
  #blankSoFar = true;
  #tail = "";

  text(chunk: string): string {
    let inert = "";
    for (const character of chunk) inert += this.#next(character);
    return inert;
  }

  #next(character: string): string {
    const before = this.#tail;
    this.#tail = (before + character).slice(-2);
    if (character === "\n" || character === "\r") {
      this.#blankSoFar = true;
      return character;
    }
    // A space between its characters is enough to turn a command into text.
    if (this.#blankSoFar && before.endsWith(":") && character === ":") {
      this.#blankSoFar = false;
      return ` ${character}`;
    }
    if (before === "##" && character === "[") return ` ${character}`;
    if (character !== ":" && character.trim() !== "") this.#blankSoFar = false;
    return character;
  }
}

/** The same for JSON, whose meaning must not change: there the characters are escaped. */
export function inertJson(text: string): string {
  return text.replaceAll("##[", String.raw`#\u0023[`);
}
