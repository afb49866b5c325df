import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { workSince } from "../../../work.test-helper.ts";
import { payloads } from "../../hostile.test-helper.ts";
import { type FakeElement, FakePage } from "./fake-dom.test-helper.ts";
import { linkMaker } from "./inline-markdown.ts";
import { maker } from "./make.ts";
import { markdown } from "./markdown.ts";

function shown(text: string): FakeElement {
  const page = new FakePage();
  const make = maker(page);
  return make("div", {}, markdown(text, make, linkMaker(page))) as FakeElement;
}

const inside = (text: string) => shown(text).children.map(String).join("");

describe("what is understood", () => {
  test.each([
    ["a paragraph", "Hello\nthere", "<p>Hello<br></br>there</p>"],
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
    ["a quote", "> one\n> two", "<blockquote>one<br></br>two</blockquote>"],
    ["a block of code", "```ts\n<b> *x*\n```\nafter", "<pre><code><b> *x*</code></pre><p>after</p>"],
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
    ["<b>raw</b>", "<p><b>raw</b></p>"],
    ["| a | b |", "<p>| a | b |</p>"],
    ["[no link]", "<p>[no link]</p>"],
  ])("%s", (text, expected) => {
    expect(inside(text)).toBe(expected);
    expect(shown(text).textContent).toBe(text);
  });
});

describe("links", () => {
  test("to the web can be followed, and show where they lead", () => {
    const [link] = shown("[bank](https://evil.example/login)").querySelectorAll("a");
    expect(shown("[bank](https://evil.example/login)").textContent).toBe("bank (https://evil.example/login)");
    expect(link?.getAttribute("href")).toBe("https://evil.example/login");
    expect(link?.getAttribute("rel")).toContain("noopener");
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
    const element = shown(`[press](${address})`);
    expect(element.querySelectorAll("a")).toEqual([]);
    expect(element.textContent).toBe(`press (${address})`);
  });

  test("an image is never fetched: it is shown as a link to it", () => {
    const element = shown("![a picture](https://evil.example/a.png)");
    expect(element.querySelectorAll("img")).toEqual([]);
    expect(element.textContent).toBe("a picture (https://evil.example/a.png)");
  });
});

const known = new Set(["div", "p", "br", "strong", "em", "code", "pre", "ul", "ol", "li", "blockquote", "a"]);

function isInert(element: FakeElement): boolean {
  return [...element.below()].every(
    (part) =>
      known.has(part.name) &&
      [...part.attributes].every(
        ([name, value]) =>
          (name === "class" && value === "heading") ||
          (name === "start" && /^\d+$/.test(value)) ||
          (part.name === "a" &&
            (name !== "href" || /^https?:\/\//i.test(value)) &&
            ["href", "rel", "target"].includes(name)),
      ),
  );
}

describe("whatever is written", () => {
  test.each(payloads)("only harmless elements come of it: $kind: $id", ({ text }) => {
    expect(isInert(shown(text.slice(0, 20_000)))).toBe(true);
  });

  test("only harmless elements come of it, and no word is lost", () => {
    const words = fc.array(
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
      fc.property(words, (parts) => {
        const element = shown(parts.join(""));
        expect(isInert(element)).toBe(true);
        const count = (text: string) => text.split("WORD").length;
        // The line that opens a block of code names a language, which is not shown.
        if (!parts.includes("```")) expect(count(element.textContent)).toBe(count(parts.join("")));
      }),
    );
  });

  test("reading it takes time in proportion to its length", () => {
    for (const piece of ["*", "[", "**a", "`", "[a](", "_a ", "![", "> "]) {
      const started = process.cpuUsage();
      shown(piece.repeat(20_000 / piece.length));
      expect(workSince(started)).toBeLessThan(5_000);
    }
  });
});
