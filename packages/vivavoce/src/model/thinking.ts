/**
 * What models put around their thoughts before they answer: `<think>`, Magistral's `[THINK]`, and the channels of gpt-oss,
 * if a server passes them on as text.
 */
const tag =
  /<(?<slash>\/?)(?:think|thinking|thought|reasoning)\b[^<>]*>|\[(?<stroke>\/?)THINK\]|(?<channel><\|channel\|>analysis\b[^<]*<\|message\|>)|(?<end><\|end\|>)/giu;

/** What is left of an answer without its thoughts, or why nothing is left. */
type Spoken = { text: string } | { problem: string };

/**
 * An answer without its `<think>` blocks, nested ones too. A tag inside a JSON string is part of the answer and stays.
 * If a block is never closed, there is no answer: all of it was only thought. If the opening tag is missing, everything
 * before the closing tag is thought; if that contains JSON, it is a problem, because it is unclear which JSON counts.
 */
export function withoutThoughts(answer: string): Spoken {
  let spoken = new JsonText();
  const open: ("tag" | "channel")[] = [];
  let from = 0;
  for (const { 0: text, groups = {}, index } of answer.matchAll(tag)) {
    if (open.length === 0) spoken.add(answer.slice(from, index));
    from = index + text.length;
    if (spoken.endsInString) spoken.add(text);
    else if (groups.channel !== undefined) open.push("channel");
    else if ((groups.slash ?? groups.stroke) === "") open.push("tag");
    else if (open.length > 0) {
      // A thought ends as it began: the other mark may be a word of the thought.
      if (open.at(-1) === (groups.end === undefined ? "tag" : "channel")) open.pop();
    }
    // Outside of thoughts it ends a message, which may be the answer.
    else if (groups.end !== undefined) continue;
    else if (holdsObject(spoken.text))
      return { problem: "the answer holds JSON on both sides of the end of a thought" };
    else spoken = new JsonText();
  }
  if (open.length > 0) return { problem: "the answer is only a thought that does not end" };
  const text = from === 0 ? answer : spoken.text + answer.slice(from);
  if (text.trim() !== "") return { text };
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
