import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { html } from "./html-page.ts";

describe("html", () => {
  test("escapes what is given and keeps what is written", () => {
    expect(String(html`<p title="${'"x"'}">${"<b>&'`"}</p>`)).toBe(
      '<p title="&quot;x&quot;">&lt;b&gt;&amp;&#39;&#96;</p>',
    );
  });

  test("puts pieces and lists of pieces in as they are, numbers too, and leaves nothing for nothing", () => {
    expect(String(html`<ul>${["a", "<"].map((item) => html`<li>${item}</li>`)}${undefined}${3}</ul>`)).toBe(
      "<ul><li>a</li><li>&lt;</li>3</ul>",
    );
  });

  test("does not take what looks like a piece for one", () => {
    const forged = { toString: () => "<b>", markup: "<b>" } as unknown as string;
    expect(() => String(html`${forged}`)).toThrow();
  });
});

test("escaped text has no character that means anything to a browser, and reads as before", () => {
  const back: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", "#96": "`" };
  fc.assert(
    fc.property(fc.string(), (text) => {
      const escaped = String(html`${text}`);
      expect(escaped).not.toMatch(/[<>"'`]/);
      expect(escaped.replace(/&([#\w]+);/g, (_whole, name) => back[name] ?? "?")).toBe(text);
    }),
  );
});

test("what hides or reorders text is taken out", () => {
  expect(String(html`${"a\u202eb\u001b[31m"}`)).toBe("ab�[31m");
});
