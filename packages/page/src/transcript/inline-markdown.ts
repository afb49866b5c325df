import type { Rich } from "./rich-text.tsx";

const deepest = 4;
/** Characters at which something other than plain text may begin. */
const special = /[\\`*_[!]/g;

/** A line of markdown: code, bold, italic, and links with their address shown. Everything else stays text. */
export function inlineMarkdown(text: string, depth = 0): Rich[] {
  const parts: Rich[] = [];
  let from = 0;
  const plainUpTo = (to: number) => {
    if (to > from) parts.push(text.slice(from, to));
  };
  if (depth > deepest) return [text];
  special.lastIndex = 0;
  for (let at = nextSpecial(text, 0); at >= 0; at = nextSpecial(text, Math.max(at + 1, from))) {
    const found = spanAt(text, at);
    if (!found) continue;
    plainUpTo(at);
    const inner = () => inlineMarkdown(found.text, depth + 1);
    if (found.kind === "escaped") parts.push(found.text);
    else if (found.kind === "code") parts.push({ tag: "code", inside: [found.text] });
    else if (found.kind === "link") parts.push(...linked(found.address, inner()));
    else parts.push({ tag: found.kind, inside: inner() });
    from = found.end;
  }
  plainUpTo(text.length);
  return parts;
}

function nextSpecial(text: string, from: number): number {
  special.lastIndex = from;
  return special.exec(text)?.index ?? -1;
}

type Span =
  | { kind: "escaped" | "code" | "strong" | "em"; text: string; end: number }
  | { kind: "link"; text: string; address: string; end: number };

function spanAt(text: string, at: number): Span | undefined {
  const character = text.charAt(at);
  if (character === "\\") return escapedAt(text, at);
  if (character === "`") return between(text, at, "`", "code");
  if (character === "[") return linkAt(text, at);
  // An image is never fetched: it is shown as a link.
  if (character === "!") return text.charAt(at + 1) === "[" ? linkAt(text, at + 1) : undefined;
  return between(text, at, character.repeat(2), "strong") ?? between(text, at, character, "em");
}

function escapedAt(text: string, at: number): Span | undefined {
  const next = text.charAt(at + 1);
  return /[!-/:-@[-`{-~]/.test(next) ? { kind: "escaped", text: next, end: at + 2 } : undefined;
}

/** How far the end of a span or of a link's address is searched, so that long lines do not take long. */
const reach = 2_000;

function between(text: string, at: number, mark: string, kind: "code" | "strong" | "em"): Span | undefined {
  const start = at + mark.length;
  if (!text.startsWith(mark, at)) return undefined;
  const close = text.slice(start, start + reach).indexOf(mark);
  const inside = close < 0 ? "" : text.slice(start, start + close);
  if (inside === "" || (kind !== "code" && inside.trim() !== inside)) return undefined;
  // snake_case is a word, not emphasis.
  if (mark.startsWith("_") && /\w/.test(text.charAt(at - 1) + text.charAt(start + close + mark.length)))
    return undefined;
  return { kind, text: inside, end: start + close + mark.length };
}

function linkAt(text: string, at: number): Span | undefined {
  const middle = text.slice(at, at + reach).indexOf("](");
  if (middle < 0) return undefined;
  const start = at + middle + 2;
  const close = text.slice(start, start + reach).indexOf(")");
  if (close < 0) return undefined;
  return {
    kind: "link",
    text: text.slice(at + 1, at + middle),
    address: text.slice(start, start + close).trim(),
    end: start + close + 1,
  };
}

/** The words, then the address, so that the reader sees where the link leads. */
function linked(address: string, words: Rich[]): Rich[] {
  const shown: Rich = /^https?:\/\/[^\s"'<>]+$/i.test(address) ? { tag: "a", href: address } : address;
  return [...words, " (", shown, ")"];
}
