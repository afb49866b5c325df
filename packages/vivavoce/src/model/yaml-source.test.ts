import { describe, expect, test } from "vitest";
import { InputError } from "../base/index.ts";
import { parseYaml } from "./yaml-source.ts";

function problemsIn(text: string) {
  try {
    parseYaml(text, "t.yaml");
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
  return [];
}

describe("reading YAML as JSON data", () => {
  test("takes YAML 1.2: yes is a text, and so is a date", () => {
    expect(parseYaml("a: yes\nb: 2025-01-06T09:00:00Z\nc: 1e3\nd: null\n<<: x", "t.yaml").value).toEqual({
      a: "yes",
      b: "2025-01-06T09:00:00Z",
      c: 1000,
      d: null,
      "<<": "x",
    });
  });

  test("passes over a byte order mark and carriage returns", () => {
    expect(parseYaml("\ufeffa: |\r\n  one\r\n  two\r\nb: 1\r\n", "t.yaml").value).toEqual({ a: "one\ntwo\n", b: 1 });
  });

  test("a key called __proto__ is data and changes nothing", () => {
    const { value } = parseYaml("a:\n  __proto__: { polluted: true }\n  constructor: x", "t.yaml");
    expect(Object.getPrototypeOf((value as { a: object }).a)).toBe(Object.prototype);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(JSON.stringify(value)).toBe('{"a":{"__proto__":{"polluted":true},"constructor":"x"}}');
  });

  test("an alias stands for what it names", () => {
    expect(parseYaml("a: &x [1]\nb: *x", "t.yaml").value).toEqual({ a: [1], b: [1] });
  });
});

describe("what is refused, with line and column", () => {
  test("broken YAML, all of it at once", () => {
    const problems = problemsIn("a: [1, 2\nb: }\nc: 'x' y\n");
    expect(problems.length).toBeGreaterThan(1);
    expect(problems[0]?.place).toMatchObject({ file: "t.yaml" });
    expect(problems.every(({ place, remedy }) => place?.line && place.column && remedy)).toBe(true);
  });

  test("a key given twice", () => {
    expect(problemsIn("a: 1\nb: 2\na: 3\n")[0]).toMatchObject({
      message: expect.stringContaining("unique"),
      place: { line: 3, column: 1 },
    });
  });

  test("more than one document", () => {
    expect(problemsIn("a: 1\n---\nb: 2\n")).toHaveLength(1);
  });

  test("a tag that is not data of JSON", () => {
    for (const odd of ["!!binary aGk=", "!!timestamp 2025-01-06", "!!set { a }", "!own x"]) {
      expect(problemsIn(`a: !!str 1\nb: ${odd}\n`)[0]?.place?.line).toBe(2);
    }
    expect(problemsIn("a: !!str 1\nb: !!int 2\nc: !!map {}")).toEqual([]);
  });

  test("a number that is not a number of JSON", () => {
    expect(problemsIn("a: 1\nb: .nan\nc: -.inf")).toMatchObject([
      { place: { line: 2, column: 4 } },
      { place: { line: 3 } },
    ]);
  });

  test("a key that is a list", () => {
    expect(problemsIn("a: 1\n[b, c]: 2\n")[0]).toMatchObject({
      message: "a key is not a plain text",
      place: { line: 2 },
    });
  });

  test("a control character", () => {
    expect(problemsIn("a: x\nb: y\u0000z\n")).toMatchObject([
      { message: expect.stringContaining("control"), place: { line: 2, column: 5 } },
    ]);
  });

  test("a bomb of aliases, without being unfolded", () => {
    const levels = Array.from({ length: 30 }, (_, n) => `l${n + 1}: &l${n + 1} [*l${n}, *l${n}, *l${n}, *l${n}]`);
    const problems = problemsIn(["l0: &l0 [x]", ...levels].join("\n"));
    expect(problems).toMatchObject([{ message: expect.stringContaining("too many aliases"), place: { line: 2 } }]);
  });

  test("an alias of itself", () => {
    expect(problemsIn("a: &a [*a]\n")).toHaveLength(1);
  });

  test("nesting without end", () => {
    const problems = problemsIn("[".repeat(20_000) + "]".repeat(20_000));
    expect(problems.length).toBeGreaterThan(0);
    expect(problems[0]?.place?.file).toBe("t.yaml");
  });
});

describe("places", () => {
  const { places } = parseYaml("a:\n  - x: 1\n    7: two\n  - &n { y: 2 }\n  - *n\n", "t.yaml");

  test("are found by path, numbers as keys too", () => {
    expect(places.value(["a", 0, "x"])).toEqual({ file: "t.yaml", line: 2, column: 8 });
    expect(places.value(["a", 0, "7"])).toMatchObject({ line: 3, column: 8 });
    expect(places.key(["a", 0], "7")).toMatchObject({ line: 3, column: 5 });
  });

  test("go through an alias to what it names", () => {
    expect(places.value(["a", 2, "y"])).toMatchObject({ line: 4 });
  });

  test("pass over a step that is not in the file", () => {
    expect(places.value(["a", "", 1, "y"])).toMatchObject({ line: 4, column: 13 });
    expect(places.key(["a", 0], "missing")).toMatchObject({ line: 2, column: 5 });
    expect(places.value(["nowhere"])).toMatchObject({ line: 1, column: 1 });
  });
});
