import { describe, expect, test } from "vitest";
import { bodyOf, UnreadableFrontMatter, withFields } from "./front-matter.ts";

describe("setting fields", () => {
  test("changes one and leaves order, comments, quotes and body alone", () => {
    const before =
      '---\npriority: 1 # high\nstatus: live\nparent-project: "[[House]]"\n---\n\n# A\n---\nnot front matter\n';
    expect(withFields(before, { status: "hold" })).toBe(before.replace("status: live", "status: hold"));
  });

  test("adds what is not there yet at the end", () => {
    expect(withFields("---\na: 1\n---\nbody", { b: 2 })).toBe("---\na: 1\nb: 2\n---\nbody");
  });

  test("makes the block where a note has none", () => {
    expect(withFields("# A\n", { status: "live" })).toBe("---\nstatus: live\n---\n# A\n");
    expect(withFields("---\n---\n# A\n", { status: "live" })).toBe("---\nstatus: live\n---\n# A\n");
  });

  test("takes out what is undefined, and the block with the last field", () => {
    expect(withFields("---\na: 1\nb: 2\n---\nx", { a: undefined })).toBe("---\nb: 2\n---\nx");
    expect(withFields("---\na: 1\n---\nx", { a: undefined })).toBe("x");
  });

  test("does not fold long lines", () => {
    const long = "word ".repeat(60).trim();
    expect(withFields(`---\na: ${long}\n---\n`, { b: 1 })).toContain(`a: ${long}\n`);
  });

  test.each(["---\na: [1\n---\n", "---\n- a\n- b\n---\n", "---\na: 1\na: 2\n---\n"])(
    "refuses to guess at %j",
    (note) => {
      expect(() => withFields(note, { status: "live" })).toThrow(UnreadableFrontMatter);
    },
  );
});

test("the body is what stands below the block, also with the line endings of Windows", () => {
  expect(bodyOf("---\na: 1\n---\nbody\n")).toBe("body\n");
  expect(bodyOf("---\r\na: 1\r\n---\r\nbody")).toBe("body");
  expect(bodyOf("---\n---\nbody")).toBe("body");
  expect(bodyOf("no block\n---\nx\n---\n")).toBe("no block\n---\nx\n---\n");
});
