/** Tags that models put around what they think before they answer. */
const tag = /<(\/?)(?:think|thinking|thought|reasoning)\b[^<>]*>/giu;

/** What is left of an answer without its thoughts, or why nothing is left. */
export type Spoken = { text: string } | { problem: string };

/**
 * An answer without its `<think>` blocks, nested ones too. A tag inside a JSON string is part of the answer and stays.
 * If a block is never closed, there is no answer: all of it was only thought. If the opening tag is missing, everything
 * before the closing tag is thought; if that contains JSON, it is a problem, because it is unclear which JSON counts.
 */
export function withoutThoughts(answer: string): Spoken {
  let spoken = new JsonText();
  let depth = 0;
  let from = 0;
  for (const { 0: text, 1: slash, index } of answer.matchAll(tag)) {
    if (depth === 0) spoken.add(answer.slice(from, index));
    from = index + text.length;
    if (spoken.endsInString) spoken.add(text);
    else if (slash === "") depth += 1;
    else if (depth > 0) depth -= 1;
    else if (holdsObject(spoken.text))
      return { problem: "the answer holds JSON on both sides of the end of a thought" };
    else spoken = new JsonText();
  }
  if (depth > 0) return { problem: "the answer is only a thought that does not end" };
  spoken.add(answer.slice(from));
  if (spoken.text.trim() !== "") return { text: spoken.text };
  return { problem: "the answer is only a thought, and nothing comes after it" };
}

/** Text that is built piece by piece and knows whether it ends inside a string of a JSON object. */
class JsonText {
  text = "";
  endsInString = false;
  #braces = 0;

  add(piece: string): void {
    this.text += piece;
    for (let at = 0; at < piece.length; at++) {
      const character = piece[at];
      if (this.endsInString && character === "\\") at += 1;
      else if (character === '"' && this.#braces > 0) this.endsInString = !this.endsInString;
      else if (!this.endsInString && character === "{") this.#braces += 1;
      else if (!this.endsInString && character === "}") this.#braces = Math.max(0, this.#braces - 1);
    }
  }
}

function holdsObject(text: string): boolean {
  return [...text.matchAll(/\{[^{}]*\}/g)].some(([group]) => group.includes('"'));
}
