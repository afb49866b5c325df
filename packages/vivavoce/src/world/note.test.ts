import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalText } from "./heading.ts";
import { bodyKey, parseNote, tasksOf } from "./note.ts";

const garden = `---
status: live
---
Before any heading

# Garden
Grow  something.

## Next actions
- [ ] Buy seeds
  - [w] Hear from Ada
`;

describe("a note", () => {
  test("is its front matter and the lines that say something, each with number and section", () => {
    expect(parseNote(garden)).toEqual({
      frontMatter: { status: "live" },
      lines: [
        { number: 4, section: "", kind: "text", text: "Before any heading" },
        { number: 6, section: "", kind: "heading", text: "# Garden" },
        { number: 7, section: "Garden", kind: "text", text: "Grow something." },
        { number: 9, section: "Garden", kind: "heading", text: "## Next actions" },
        { number: 10, section: "Next actions", kind: "task", box: "open", text: "Buy seeds" },
        { number: 11, section: "Next actions", parent: 10, kind: "task", box: "waiting", text: "Hear from Ada" },
      ],
    });
  });

  test("with broken front matter keeps it as text", () => {
    const { frontMatter, lines } = parseNote('---\nstatus: "live\n---\n- [ ] Buy seeds');
    expect(frontMatter).toEqual({});
    expect(lines.map(({ text }) => text)).toEqual(["---", 'status: "live', "---", "Buy seeds"]);
  });

  test("has neither headings nor tasks inside a block of code", () => {
    const { lines } = parseNote(
      "# A\n```sh\n# no heading\n- [ ] no task\n~~~\n```\n- [ ] a task\n~~~\n- [ ] open to the end",
    );
    expect(lines.map(({ kind, section }) => [kind, section])).toEqual([
      ["heading", ""],
      ["text", "A"],
      ["text", "A"],
      ["text", "A"],
      ["text", "A"],
      ["text", "A"],
      ["task", "A"],
      ["text", "A"],
      ["text", "A"],
    ]);
  });

  test("goes on after a block of code that hangs below a list item", () => {
    const note = parseNote("- ```sh\n  - [ ] code\n  ```\n- [ ] a task");
    expect(tasksOf(note).map(({ text }) => text)).toEqual(["a task"]);
  });

  test("of nothing has no lines", () => {
    expect(parseNote("")).toEqual({ frontMatter: {}, lines: [] });
  });

  test("reads the same from its canonical text, whatever it is", () => {
    const unit = fc.constantFrom(
      "---\n",
      "a: b\n",
      "# h",
      "- [ ] ",
      "```",
      "\r\n",
      "\n",
      " ",
      "x",
      "\uFEFF",
      "\u0301",
      ": [",
    );
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit }), fc.string({ unit: "binary" })), (text) => {
        expect(parseNote(canonicalText(text))).toEqual(parseNote(text));
      }),
    );
  });
});

describe("the key of a body", () => {
  test("is shared by bodies that differ in white space, blank lines, bullets and front matter", () => {
    expect(bodyKey(parseNote("---\na: 1\n---\n# A\n- [x]  b"))).toBe(bodyKey(parseNote("# A\r\n\r\n* [X] b  \n")));
  });

  test("differs where a box or a text does, and is empty without a body", () => {
    const keys = ["- [ ] a", "- [x] a", "- a", "a", "---\na: 1\n---\n", " \n"].map((text) => bodyKey(parseNote(text)));
    expect(new Set(keys).size).toBe(5);
    expect(keys.slice(-2)).toEqual(["", ""]);
  });
});
