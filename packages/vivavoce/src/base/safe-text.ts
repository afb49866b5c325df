// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** Characters that reorder or hide what stands around them: bidirectional overrides, zero-width, tags. */
const deceptive = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** Text from outside, safe to print on a terminal: no escape sequences, no hidden reordering; lines and tabs stay. */
export function safeText(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(control, "�").replace(deceptive, "");
}

/** The same on one line, cut to a length. */
export function safeLine(text: string, length = 200): string {
  const line = safeText(text).replace(/\s+/g, " ").trim();
  const characters = [...line.slice(0, length * 2)];
  return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : line;
}
