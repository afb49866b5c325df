import { inlineMarkdown, type MakeLink } from "./inline-markdown.ts";
import type { Make, PageChild } from "./make.ts";

/**
 * Markdown as elements: paragraphs, headings, lists, quotes and code. Raw markup stays text, images are never fetched,
 * and everything else is shown as it was written.
 */
export function markdown(text: string, make: Make, link: MakeLink): PageChild[] {
  const lines = text.replaceAll("\r", "").split("\n");
  const blocks: PageChild[] = [];
  for (let at = 0; at < lines.length; ) {
    const taken = codeBlock(lines, at, make) ?? lineBlock(lines, at, make, link);
    blocks.push(taken.block);
    at = taken.next;
  }
  return blocks;
}

interface Taken {
  block: PageChild;
  next: number;
}

function codeBlock(lines: readonly string[], at: number, make: Make): Taken | undefined {
  const fence = /^\s*(```|~~~)/.exec(lines[at] ?? "")?.[1];
  if (fence === undefined) return undefined;
  const close = lines.findIndex((line, index) => index > at && line.trim().startsWith(fence));
  const end = close < 0 ? lines.length : close;
  return { block: make("pre", {}, make("code", {}, lines.slice(at + 1, end).join("\n"))), next: end + 1 };
}

const bullet = /^\s*[-*+] +(.*)$/;
const numbered = /^\s*(\d{1,9})[.)] +(.*)$/;
const quoted = /^\s*> ?(.*)$/;
const heading = /^(#{1,6}) +(.*)$/;

function lineBlock(lines: readonly string[], at: number, make: Make, link: MakeLink): Taken {
  const line = lines[at] ?? "";
  const inline = (text: string) => inlineMarkdown(text, make, link);
  const title = heading.exec(line);
  // All headings look the same, because a reply is only part of the page.
  if (title) return { block: make("p", { class: "heading" }, ...inline(title[2] ?? "")), next: at + 1 };
  if (bullet.test(line)) {
    const items = takeWhile(lines, at, bullet);
    return { block: make("ul", {}, ...items.map((item) => make("li", {}, ...inline(item)))), next: at + items.length };
  }
  const first = numbered.exec(line);
  if (first) {
    const items = takeWhile(lines, at, numbered);
    const list = make("ol", { start: first[1] }, ...items.map((item) => make("li", {}, ...inline(item))));
    return { block: list, next: at + items.length };
  }
  if (quoted.test(line)) {
    const inside = takeWhile(lines, at, quoted);
    return { block: make("blockquote", {}, ...broken(inside, inline, make)), next: at + inside.length };
  }
  return paragraph(lines, at, inline, make);
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

function paragraph(lines: readonly string[], at: number, inline: (text: string) => PageChild[], make: Make): Taken {
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
  return { block: make("p", {}, ...broken(own, inline, make)), next };
}

function broken(lines: readonly string[], inline: (text: string) => PageChild[], make: Make): PageChild[] {
  return lines.flatMap((line, index) => (index === 0 ? inline(line) : [make("br", {}), ...inline(line)]));
}
