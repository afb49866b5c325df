import { describe, expect, test } from "vitest";
import { readYaml } from "./read-yaml.ts";

const read = (text: string) => [...readYaml(Buffer.from(text))];
const caseIn = (text: string) => {
  const [item] = read(text);
  if (item?.kind !== "case") throw new Error("no case");
  return item;
};

describe("a YAML file", () => {
  test("one case", () => {
    expect(read("# a comment\nid: a\n")).toMatchObject([
      { kind: "case", value: { id: "a" }, offset: 0, source: { start: { line: 2, column: 1 } } },
    ]);
  });

  test("a list, and several documents, numbered through", () => {
    expect(read("- id: a\n- id: b\n---\nid: c\n---\n")).toMatchObject([
      { value: { id: "a" }, offset: 0, source: { start: { line: 1, column: 3 } } },
      { value: { id: "b" }, offset: 1, source: { start: { line: 2, column: 3 } } },
      { value: { id: "c" }, offset: 2, source: { start: { line: 4, column: 1 } } },
    ]);
  });

  test("CRLF counts as one line break", () => {
    expect(read("- id: a\r\n- id: b\r\n")).toMatchObject([{}, { value: { id: "b" }, source: { start: { line: 2 } } }]);
  });

  test("parts of a case are found in its text", () => {
    const { source } = caseIn("id: a\nscript:\n  - content: hi\n    refuses: yes\nempty:\n");
    expect(source?.value(["script", 0, "refuses"])).toEqual({ line: 4, column: 14 });
    expect(source?.field(["script", 0, "refuses"])).toEqual({ line: 4, column: 5 });
    expect(source?.find({ kind: "value", value: "hi" })).toEqual({ line: 3, column: 14 });
    expect(source?.field(["empty"])).toEqual({ line: 5, column: 1 });
  });

  test("what an alias stands for is found at the alias", () => {
    const { value, source } = caseIn("a: &x { b: 1 }\nc: *x\n");
    expect(value).toEqual({ a: { b: 1 }, c: { b: 1 } });
    expect(source?.value(["c"])).toEqual({ line: 2, column: 4 });
    expect(source?.value(["c", "b"])).toEqual({ line: 1, column: 12 });
  });

  test("words are not dates, booleans only true and false, keys always strings", () => {
    expect(caseIn("a: 2025-01-01\nb: yes\nc: true\n1: x\n").value).toEqual({
      a: "2025-01-01",
      b: "yes",
      c: true,
      1: "x",
    });
  });

  test("a syntax error is reported once, with its place", () => {
    expect(read("id: a\nb: [1, 2\nc: 3\n")).toMatchObject([
      { kind: "unreadable", flaws: [{ message: expect.stringMatching(/^not valid YAML: /), position: { line: 3 } }] },
    ]);
  });

  test.each([
    ["a tab", "- id: a\n\tscript: []\n", { message: "not valid YAML: this line is indented with a tab", line: 2 }],
    ["a tab below", "id: a\nscript:\n\t- content: hi\n", { message: /indented with a tab/, line: 3 }],
    ["a colon in a text", "id: a\ndescription: She says: hello\n", { message: /has to be in quotes/, line: 2 }],
  ])("%s is named, as people write it by mistake", (_what, text, { message, line }) => {
    const flaw = { message: expect.stringMatching(message), position: { line } };
    expect(read(text)).toMatchObject([{ kind: "unreadable", flaws: [flaw] }]);
  });

  test("a broken document does not hide the next", () => {
    expect(read("a: b: c\n---\nid: x\n")).toMatchObject([{ kind: "unreadable" }, { kind: "case", value: { id: "x" } }]);
  });

  test("every field given twice is reported", () => {
    expect(read('id: a\nid: b\nc:\n  "d e": 1\n  "d e": 2\n')).toMatchObject([
      {
        kind: "unreadable",
        flaws: [
          { message: 'the field "id" is given twice', position: { line: 2, column: 1 } },
          { message: 'the field "d e" is given twice', position: { line: 5, column: 3 } },
        ],
      },
    ]);
  });

  test("a list as a field's name is refused", () =>
    expect(read("? [a]\n: 1\n")).toMatchObject([{ kind: "unreadable" }]));

  test("a tag that means nothing is remarked upon", () => {
    expect(read("id: !secret x\n")).toMatchObject([
      { kind: "remark", flaw: { message: "Unresolved tag: !secret", position: { line: 1, column: 5 } } },
      { kind: "case", value: { id: "x" } },
    ]);
  });
});

describe("hostile YAML", () => {
  test("a tag that makes code of a text in other programs is refused", () => {
    expect(read("id: a\ndata: !!js/function 'function () {}'\n")).toMatchObject([
      { kind: "unreadable", flaws: [{ message: "the tag !!js/function is not known here", position: { line: 2 } }] },
    ]);
  });

  test("a field called __proto__ is refused where it stands, and changes nothing", () => {
    expect(read("id: a\nx:\n  __proto__: { admin: true }\n")).toMatchObject([
      { kind: "unreadable", id: "a", flaws: [{ position: { line: 3, column: 3 } }] },
    ]);
    expect({}).not.toHaveProperty("admin");
  });

  test("aliases that multiply are refused", () => {
    const bomb = ["a: &a [x, x, x, x, x, x, x, x, x]"];
    for (const [from, to] of ["ab", "bc", "cd", "de", "ef"]) bomb.push(`${to}: &${to} [${`*${from}, `.repeat(9)}]`);
    expect(read(bomb.join("\n"))).toMatchObject([
      { kind: "unreadable", flaws: [{ message: expect.stringContaining("aliases that cannot be followed") }] },
    ]);
  });

  test("a world that hundreds of cases share is not taken for that", () => {
    const shared = Array.from({ length: 300 }, (_, index) => `- id: c${index}\n  world: *vault\n`).join("");
    const items = read(`- id: first\n  world: &vault { notes: [a, b] }\n${shared}`);
    expect(items).toHaveLength(301);
    expect(items.at(-1)).toMatchObject({ kind: "case", value: { id: "c299", world: { notes: ["a", "b"] } } });
  });

  test("an alias to nothing is refused", () => expect(read("a: *nowhere\n")).toMatchObject([{ kind: "unreadable" }]));

  test("a value that holds itself is too deep", () => {
    expect(read("id: loop\na: &a [*a]\n")).toMatchObject([
      { kind: "unreadable", id: "loop", flaws: [{ message: "nested more than 200 levels deep" }] },
    ]);
  });

  test.each([
    ["brackets", "[".repeat(20_000)],
    ["dashes", `${"- ".repeat(20_000)}a`],
    ["objects", "{a: ".repeat(20_000)],
    ["a few hundred lists, all closed", "[".repeat(300) + "]".repeat(300)],
  ])("%s nested without end are refused", (_, text) => {
    expect(read(text)).toMatchObject([
      { kind: "unreadable", flaws: [{ message: "nested more than 200 levels deep" }] },
    ]);
  });
});
