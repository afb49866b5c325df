import { describe, expect, test } from "vitest";
import { terminalPicture } from "./terminal-picture.ts";

const picture = (text: string, columns = 40) => terminalPicture(text, { title: "a run", columns });
const elements = (svg: string) => [...svg.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g)];
const words = (svg: string) => elements(svg).map(([, , text]) => text);
const attribute = (attributes: string | undefined, name: string) =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(attributes ?? "")?.[1];

describe("a picture of a terminal", () => {
  test("has each run of words at its own column", () => {
    const [first, second] = elements(picture("case    toolUse"));
    expect([first?.[2], second?.[2]]).toEqual(["case", "toolUse"]);
    expect(Number(attribute(second?.[1], "x")) - Number(attribute(first?.[1], "x"))).toBeCloseTo(8 * 7.8, 0);
    expect(Number(attribute(first?.[1], "textLength"))).toBeCloseTo(4 * 7.8, 1);
  });

  test("keeps colours and weights, and drops what they are written with", () => {
    const svg = picture(
      "\u001b[1mflow\u001b[22m \u001b[31m✗\u001b[39m \u001b[2mdim\u001b[22m \u001b[33mhm\u001b[39m plain",
    );
    const classes = elements(svg).map(([, attributes]) => attribute(attributes, "class"));
    expect(words(svg)).toEqual(["flow", "✗", "dim", "hm", "plain"]);
    expect(classes).toEqual(["bold", "red", "dim", "yellow", undefined]);
    expect(svg).not.toContain("\u001b");
  });

  test("a sequence that clears or moves leaves no trace, and 0 resets all", () => {
    const svg = picture("\u001b[2K\u001b[1;32mok\u001b[0m fine");
    expect(words(svg)).toEqual(["ok", "fine"]);
    expect(elements(svg).map(([, attributes]) => attribute(attributes, "class"))).toEqual(["bold green", undefined]);
  });

  test("what is markup in an SVG is text in the picture", () => {
    const svg = picture('<script>alert("1 & 2")</script>');
    expect(svg).not.toContain("<script");
    expect(words(svg)).toEqual(["&lt;script&gt;alert(&quot;1 &amp; 2&quot;)&lt;/script&gt;"]);
  });

  test("is as high as it has lines", () => {
    const height = (svg: string) => Number(attribute(svg, "height"));
    expect(height(picture("a\nb\nc")) - height(picture("a"))).toBe(36);
  });
});
