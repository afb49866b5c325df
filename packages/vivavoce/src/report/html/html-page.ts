import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFolder, safeText } from "../../base/index.ts";
import { requestKey } from "../views/request-key.ts";

/**
 * The beginning and the end of a page that loads nothing: it allows only its own style and script, each by its hash. The
 * browser is also told to refuse any markup that the script might make from data.
 */
export function frame(title: string, { style, script }: { style: string; script?: string | undefined }) {
  const policy = [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src '${integrity(script)}'`]),
    `style-src '${integrity(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    ...(script === undefined ? [] : ["require-trusted-types-for 'script'", "trusted-types 'none'"]),
  ].join("; ");
  return {
    top: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta http-equiv="x-dns-prefetch-control" content="off">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
${html`<title>${title}</title>`}
<style>${style}</style>
</head>
<body>
`,
    bottom: `${script === undefined ? "" : `<script>${script}</script>\n`}</body>
</html>
`,
  };
}

let read: { script: string; style: string } | undefined;

/** The page's script and style as built, so written that nothing in them ends their element or begins a comment. */
function builtPage(): { script: string; style: string } {
  if (read) return read;
  const [script = "", style = ""] = ["report.js", "report.css"].map((name) =>
    readFileSync(join(packageFolder, "dist", "page", "report", name), "utf8"),
  );
  // Within strings and patterns, the only places where they stand in built code, "\x3c" is the same character.
  read = { script: script.replace(/<(?=\/script|!--|script)/gi, "\\x3c"), style };
  return read;
}

function integrity(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

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
  const { top, bottom } = frame(title, builtPage());
  await write(top);
  await write(`${html`<div id="root" data-start="${start}">\n${summary}</div>`}\n`);
  for await (const [name, query, answer] of answers) await write(block(name, query, answer));
  await write(bottom);
}

/** Data that a browser neither runs nor shows. The page asks by what it read, which is safe text. */
function block(name: string, query: CarriedAnswer[1], answer: unknown): string {
  const asked = Object.entries(query).map(([key, value]) => [key, typeof value === "string" ? safeText(value) : value]);
  const begin = html`<script type="application/json" id="${requestKey(name, Object.fromEntries(asked))}">`;
  return `${begin}${scriptJson(answer)}</script>\n`;
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

/** A piece of a page. Only `html` makes one, so that text from outside is never taken as markup. */
export class Html {
  readonly #markup: string;

  private constructor(markup: string) {
    this.#markup = markup;
  }

  static of(markup: TemplateStringsArray, values: readonly HtmlValue[]): Html {
    return new Html(String.raw({ raw: markup }, ...values.map(markupOf)));
  }

  toString(): string {
    return this.#markup;
  }
}

/** The values of a template: text and numbers are escaped, pieces are inserted as they are, undefined is left out. */
type HtmlValue = string | number | undefined | Html | readonly HtmlValue[];

/**
 * Makes a piece of a page from a template. Attributes must be in double quotes.
 *
 * @example html`<li title="${reason}">${text}</li>`
 */
export function html(markup: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return Html.of(markup, values);
}

function markupOf(value: HtmlValue): string {
  if (value === undefined) return "";
  if (value instanceof Html) return value.toString();
  if (typeof value === "string") return escapeHtml(value);
  return typeof value === "number" ? String(value) : value.map(markupOf).join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};

/** Text for an element or an attribute. Characters that would reorder or hide text are removed. */
function escapeHtml(text: string): string {
  return safeText(text).replace(/[&<>"'`]/g, (character) => entities[character] ?? "");
}
