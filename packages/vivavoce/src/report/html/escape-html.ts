import { safeText } from "../../base/index.ts";

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
