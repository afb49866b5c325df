import { inlineMarkdown } from "./inline-markdown.ts";
import type { Rich } from "./rich-text.tsx";

/**
 * Markdown as elements: paragraphs, headings, lists, quotes and code. Raw markup stays text, images are never fetched,
 * and everything else is shown as it was written.
 */
export function markdown(text: string): Rich[] {
  const lines = text.replaceAll("\r", "").split("\n");
  const blocks: Rich[] = [];
  for (let at = 0; at < lines.length; ) {
    const { block, next } = codeBlock(lines, at) ?? lineBlock(lines, at);
    if (block !== undefined) blocks.push(block);
    at = next;
  }
  return blocks;
}

interface Taken {
  block: Rich | undefined;
  next: number;
}

function codeBlock(lines: readonly string[], at: number): Taken | undefined {
  const fence = /^\s*(```|~~~)/.exec(lines[at] ?? "")?.[1];
  if (fence === undefined) return undefined;
  const close = lines.findIndex((line, index) => index > at && line.trim().startsWith(fence));
  const end = close < 0 ? lines.length : close;
  const code: Rich = { tag: "code", inside: [lines.slice(at + 1, end).join("\n")] };
  return { block: { tag: "pre", inside: [code] }, next: end + 1 };
}

const bullet = /^\s*[-*+] +(.*)$/;
const numbered = /^\s*(\d{1,9})[.)] +(.*)$/;
const quoted = /^\s*> ?(.*)$/;
const heading = /^(#{1,6}) +(.*)$/;

function lineBlock(lines: readonly string[], at: number): Taken {
  const line = lines[at] ?? "";
  const title = heading.exec(line);
  // All headings look the same, because a reply is only part of the page.
  if (title) return { block: { tag: "p", className: "heading", inside: inlineMarkdown(title[2] ?? "") }, next: at + 1 };
  if (bullet.test(line)) return listOf(lines, at, bullet, { tag: "ul" });
  const first = numbered.exec(line);
  if (first) return listOf(lines, at, numbered, { tag: "ol", start: Number(first[1]) });
  if (quoted.test(line)) {
    const inside = takeWhile(lines, at, quoted);
    return { block: { tag: "blockquote", inside: broken(inside) }, next: at + inside.length };
  }
  return paragraph(lines, at);
}

function listOf(lines: readonly string[], at: number, pattern: RegExp, list: { tag: "ul" | "ol"; start?: number }) {
  const items = takeWhile(lines, at, pattern);
  const inside = items.map((item): Rich => ({ tag: "li", inside: inlineMarkdown(item) }));
  return { block: { ...list, inside }, next: at + items.length };
}

/** The last group of a pattern in every line from here on that matches it. */
function takeWhile(lines: readonly string[], from: number, pattern: RegExp): string[] {
  const taken: string[] = [];
  for (let at = from; at < lines.length; at++) {
    const found = pattern.exec(lines[at] ?? "");
    if (!found) break;
    taken.push(found.at(-1) ?? "");
  }
  return taken;
}

const blockStart = [bullet, numbered, quoted, heading, /^\s*(?:```|~~~)/];

function paragraph(lines: readonly string[], at: number): Taken {
  const own: string[] = [];
  let next = at;
  for (; next < lines.length; next++) {
    const line = lines[next] ?? "";
    const ends = line.trim() === "" || (next > at && blockStart.some((pattern) => pattern.test(line)));
    if (ends) break;
    own.push(line);
  }
  // An empty line between paragraphs is not a paragraph itself.
  if (own.length === 0) return { block: undefined, next: at + 1 };
  return { block: { tag: "p", inside: broken(own) }, next };
}

function broken(lines: readonly string[]): Rich[] {
  return lines.flatMap((line, index) => [
    ...(index === 0 ? [] : [{ tag: "br", inside: [] } as const]),
    ...inlineMarkdown(line),
  ]);
}
