import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import hostile from "../../../vivavoce/src/report/fixtures/hostile.json" with { type: "json" };
import { workSince } from "../../../vivavoce/src/work.test-helper.ts";
import { markdown } from "./markdown.ts";
import { plainText, type Rich, RichText } from "./rich-text.tsx";

const payloads = (hostile as { id: string; kind: string; text: string; repeat?: number }[]).map((one) => ({
  ...one,
  text: one.text.repeat(one.repeat ?? 1),
}));
const inside = (text: string) => renderToStaticMarkup(<RichText of={markdown(text)} note={() => undefined} />);
const words = (text: string) => plainText(markdown(text)).trimEnd();

describe("what is understood", () => {
  test.each([
    ["a paragraph", "Hello\nthere", "<p>Hello<br/>there</p>"],
    ["two", "Hello\n\nthere", "<p>Hello</p><p>there</p>"],
    [
      "bold and italic",
      "**one** *two* __three__ _four_",
      "<p><strong>one</strong> <em>two</em> <strong>three</strong> <em>four</em></p>",
    ],
    ["code", "a `b*c*` d", "<p>a <code>b*c*</code> d</p>"],
    ["a heading", "## Title", '<p class="heading">Title</p>'],
    ["a list", "- one\n- **two**", "<ul><li>one</li><li><strong>two</strong></li></ul>"],
    ["a numbered list", "3. one\n4. two", '<ol start="3"><li>one</li><li>two</li></ol>'],
    ["a quote", "> one\n> two", "<blockquote>one<br/>two</blockquote>"],
    ["a block of code", "```ts\n<b> *x*\n```\nafter", "<pre><code>&lt;b&gt; *x*</code></pre><p>after</p>"],
    ["a block of code without an end", "```\nx", "<pre><code>x</code></pre>"],
    ["an escaped character", String.raw`\*not italic\*`, "<p>*not italic*</p>"],
  ])("%s", (_what, text, expected) => {
    expect(inside(text)).toBe(expected);
  });
});

describe("what is left as it was written", () => {
  test.each([
    ["snake_case_words", "<p>snake_case_words</p>"],
    ["2 * 3 * 4", "<p>2 * 3 * 4</p>"],
    ["**", "<p>**</p>"],
    ["<b>raw</b>", "<p>&lt;b&gt;raw&lt;/b&gt;</p>"],
    ["| a | b |", "<p>| a | b |</p>"],
    ["[no link]", "<p>[no link]</p>"],
  ])("%s", (text, expected) => {
    expect(inside(text)).toBe(expected);
    expect(words(text)).toBe(text);
  });
});

describe("links", () => {
  test("to the web can be followed, and show where they lead", () => {
    expect(inside("[bank](https://evil.example/login)")).toBe(
      '<p>bank (<a href="https://evil.example/login" rel="noopener noreferrer nofollow" target="_blank">https://evil.example/login</a>)</p>',
    );
  });

  test.each([
    "javascript:alert(1)",
    "JAVASCRIPT:alert",
    "data:text/html,x",
    "file:///etc/passwd",
    "//evil.example",
    "vbscript:x",
    "https:evil",
    'https://a"b',
    "blob:https://a/b",
  ])("to %s are text", (address) => {
    expect(inside(`[press](${address})`)).not.toContain("<a");
    expect(words(`[press](${address})`)).toBe(`press (${address})`);
  });

  test("an image is never fetched: it is shown as a link to it", () => {
    expect(inside("![a picture](https://evil.example/a.png)")).not.toContain("<img");
    expect(words("![a picture](https://evil.example/a.png)")).toBe("a picture (https://evil.example/a.png)");
  });
});

/** Every address that a text leads to. */
function addresses(texts: readonly Rich[]): string[] {
  return texts.flatMap((text) =>
    typeof text === "string" ? [] : text.tag === "a" ? [text.href] : addresses(text.inside),
  );
}

/** Harmless: only these elements, without any attribute but those named, and only addresses of the web. */
const harmless =
  /^(?:[^<>]|<\/?(?:p|br|strong|em|code|pre|ul|ol|li|blockquote)\/?>|<p class="heading">|<ol start="\d+">|<a href="https?:[^"<>]*" rel="noopener noreferrer nofollow" target="_blank">|<\/a>)*$/i;

function expectInert(text: string): void {
  expect(inside(text)).toMatch(harmless);
  for (const address of addresses(markdown(text))) expect(address).toMatch(/^https?:\/\//i);
}

describe("whatever is written", () => {
  test.each(payloads)("only harmless elements come of it: $kind: $id", ({ text }) => {
    expectInert(text.slice(0, 20_000));
  });

  test("only harmless elements come of it, and no word is lost", () => {
    const pieces = fc.array(
      fc.constantFrom(
        "*",
        "**",
        "_",
        "`",
        "[",
        "](",
        ")",
        "!",
        "# ",
        "> ",
        "- ",
        "1. ",
        "\n",
        "```",
        "\\",
        "<img src=x onerror=y>",
        "javascript:",
        "https://a.example",
        "WORD",
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        expectInert(parts.join(""));
        const count = (text: string) => text.split("WORD").length;
        // The line that opens a block of code names a language, which is not shown.
        if (!parts.includes("```")) expect(count(words(parts.join("")))).toBe(count(parts.join("")));
      }),
    );
  });

  test("reading it takes time in proportion to its length", () => {
    for (const piece of ["*", "[", "**a", "`", "[a](", "_a ", "![", "> "]) {
      const started = process.cpuUsage();
      inside(piece.repeat(20_000 / piece.length));
      expect(workSince(started)).toBeLessThan(5_000);
    }
  });
});
