import { safeText } from "../../base/index.ts";
import { requestKey } from "../views/request-key.ts";
import { escapeHtml, type Html } from "./escape-html.ts";
import { frame } from "./frame.ts";

/** An answer of a view that a page carries: the view's name, what it was asked, and what it said. */
export type CarriedAnswer = readonly [name: string, query: Readonly<Record<string, unknown>>, answer: unknown];

interface HtmlPage {
  title: string;
  /** What a reader sees where no script runs, such as in a preview. */
  summary: Html;
  /** The address that the page opens at, such as "#/run/7f3a", unless the reader's own names another. */
  start: string;
  /** Written one at a time, so that memory stays flat. */
  answers: AsyncIterable<CarriedAnswer>;
  write(text: string): void | Promise<void>;
}

/** Writes the page of `viva view` as one self-contained file, with the answers that it may ask for. */
export async function writeHtmlPage({ title, summary, start, answers, write }: HtmlPage): Promise<void> {
  const { top, bottom } = frame(title);
  await write(top);
  await write(`<div id="root" data-start="${escapeHtml(start)}">\n${summary}</div>\n`);
  for await (const [name, query, answer] of answers) await write(block(name, query, answer));
  await write(bottom);
}

/** Data that a browser neither runs nor shows. The page asks by what it read, which is safe text. */
function block(name: string, query: CarriedAnswer[1], answer: unknown): string {
  const asked = Object.entries(query).map(([key, value]) => [key, typeof value === "string" ? safeText(value) : value]);
  const id = escapeHtml(requestKey(name, Object.fromEntries(asked)));
  return `<script type="application/json" id="${id}">${scriptJson(answer)}</script>\n`;
}

/**
 * JSON for a script element of a page: nothing in it can end the element or begin a comment. Control characters, and
 * those that would reorder or hide text, are removed from strings.
 */
export function scriptJson(value: unknown): string {
  const text = JSON.stringify(value, (_key, part) => (typeof part === "string" ? safeText(part) : part));
  return text.replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
