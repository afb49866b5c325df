import { describe, expect, test } from "vitest";
import { canonicalText } from "./heading.ts";
import { bodyOf, parseNote } from "./note.ts";

function read(text: string) {
  return { data: parseNote(text).frontMatter, body: bodyOf(text) };
}
function dataOf(yaml: string) {
  return read(`---\n${yaml}\n---\nbody`).data;
}
const allBody = (text: string) => ({ data: {}, body: canonicalText(text).trimStart() });

describe("front matter", () => {
  test("is the YAML between two rules, and not a part of the body", () => {
    expect(read("---\nstatus: live\npriority: 2\n---\n# Garden")).toEqual({
      data: { status: "live", priority: 2 },
      body: "# Garden\n",
    });
  });

  test("is data of the core schema: a date is text, yes is text, true is a truth value", () => {
    expect(dataOf("creation-date: 2025-01-01\nanswer: yes\nopen: true\nnothing:\nlist: [a, 1.0]\n1: one")).toEqual({
      "creation-date": "2025-01-01",
      answer: "yes",
      open: true,
      nothing: null,
      list: ["a", 1],
      1: "one",
    });
  });

  test.each([
    ["empty", "---\n---\nbody"],
    ["only a comment", "---\n# later\n---\nbody"],
    ["null", "---\n~\n---\nbody"],
  ])("that is %s holds no keys, and still is front matter", (_, text) => {
    expect(read(text)).toEqual({ data: {}, body: "body\n" });
  });

  test.each([
    ["not in the first line", "\n---\nstatus: live\n---"],
    ["not closed", "---\nstatus: live\nbody"],
    ["closed by an indented rule only", "---\nstatus: live\n ---"],
    ["broken", '---\nstatus: "live\n---'],
    ["badly indented", "---\na: b\n  c: d\n---"],
    ["a plain sentence", "---\nA rule above, a rule below\n---"],
    ["a list", "---\n- a\n---"],
    ["a mapping that says a key twice", "---\nstatus: live\nstatus: hold\n---"],
    ["a mapping with a repeated key deeper down", "---\na: { b: 1, b: 2 }\n---"],
    ["more than one document", "---\na: 1\n...\nb: 2\n---"],
    ["keyed by a list", "---\n? [a]\n: 1\n---"],
    ["an alias of nothing", "---\na: *b\n---"],
    ["longer than a person would keep", `---\na: ${"x".repeat(70_000)}\n---`],
    ["nested past all use", `---\na: ${"[".repeat(100)}${"]".repeat(100)}\n---`],
  ])("that is %s is text", (_, text) => {
    expect(read(text)).toEqual(allBody(text));
  });

  test("with aliases is followed as far as it stays small", () => {
    expect(dataOf("a: &x [1]\nb: *x")).toEqual({ a: [1], b: [1] });
    const laughs = Array.from({ length: 20 }, (_, index) => `b${index}: &b${index} [*b${index - 1}, *b${index - 1}]`);
    const exploding = `---\nb-1: &b-1 [1]\n${laughs.join("\n")}\n---`;
    expect(read(exploding)).toEqual(allBody(exploding));
  });

  test("keeps numbers that a double cannot hold as they are written", () => {
    expect(dataOf("a: .nan\nb: -.inf\nc: 12345678901234567891\nd: 1e999\ne: 0.1")).toEqual({
      a: ".nan",
      b: "-.inf",
      c: "12345678901234567891",
      d: "1e999",
      e: 0.1,
    });
  });

  test("with the key __proto__ reaches no prototype", () => {
    const data = dataOf("__proto__: { polluted: true }\nconstructor: x");
    expect(Object.keys(data)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test("with tags of other schemas stays plain data", () => {
    expect(dataOf("a: !!js/function 'alert(1)'\nb: !own x")).toEqual({ a: "alert(1)", b: "x" });
  });
});
