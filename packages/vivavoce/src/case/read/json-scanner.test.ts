import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { draws } from "../../seed.test-helper.ts";
import { jsonElements, jsonTree, jsonValue } from "./json-scanner.ts";
import type { PlacedNode } from "./placed-tree.ts";

const scan = (text: string) => jsonValue(Buffer.from(text));
const elements = (text: string) => [...jsonElements(Buffer.from(text))];
const faultsIn = (text: string) => scan(text).faults.map(({ kind, message, offset }) => ({ kind, message, offset }));

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const accepts = (text: string) => scan(text).faults.every(({ kind }) => kind === "duplicate" || kind === "name");

/** What a placed tree says, as a plain value again. */
function plainValue(node: PlacedNode, text: Buffer): unknown {
  const start = String.fromCharCode(text[node.offset] ?? 0);
  if (start === "[") return node.members.map((member) => plainValue(member.node, text));
  if (start !== "{") return node.scalar;
  return Object.fromEntries(node.members.map(({ key, node: child }) => [key, plainValue(child, text)]));
}

describe("what is wrong with a JSON text", () => {
  test.each([
    ['{"a": 1,}', 8, "a comma before the end of the object"],
    ["[1, 2,]", 6, "a value is expected here, found “]”"],
    ["[1 2]", 3, "a comma or the end of the list is expected here, found “2”"],
    ['{"a" 1}', 5, "a colon is expected here, found “1”"],
    ["{a: 1}", 1, "a field's name is expected here, found “a”"],
    ["{\"a\": 'x'}", 6, "a value is expected here, found “'”"],
    ['{"a": // x\n1}', 6, "a value is expected here, found “/”"],
    ['{"a": "x\ny"}', 8, "a line break inside a string"],
    ['"a\tb"', 2, "a control character inside a string"],
    ['"a', 0, "a string that is never closed"],
    ['"\\x"', 1, "an unknown escape in a string"],
    ['"\\u12g4"', 1, "\\u without four hexadecimal digits after it"],
    ["01", 0, "a number with a leading zero"],
    ["1.", 0, "a number that is not finished"],
    ["-", 0, "a number that is not finished"],
    ["1e+", 0, "a number that is not finished"],
    ["tru", 0, "a value is expected here, found “t”"],
    ["[", 1, "a value is expected here, found the end of the text"],
    ['{"a":1', 6, "a comma or the end of the object is expected here, found the end of the text"],
    ["1 2", 2, "the value ends before this: “2”"],
    ["", 0, "a value is expected here, found the end of the text"],
    ["\u00a0 1", 0, "a value is expected here, found an invisible character"],
    ["[😀]", 1, "a value is expected here, found “😀”"],
  ])("%j fails at byte %i: %s", (text, offset, message) => {
    expect(faultsIn(text)).toEqual([{ kind: "syntax", message, offset }]);
  });

  test.each([
    ["[1,]", "remove the comma before the bracket"],
    ["[,1]", "remove one comma"],
    ["['a']", "put JSON strings in double quotes"],
    ["[# x\n]", "JSON has no comments; a YAML case file may have them"],
    ["[yes]", "put text in double quotes; only true, false and null are written without"],
    ['{"a":', "the text is cut off: check the closing brackets"],
    ['{"a":1,}', "remove the comma"],
  ])("for %j the remedy is: %s", (text, remedy) => expect(scan(text).faults[0]?.remedy).toBe(remedy));

  test("an escape sequence in the text does not reach the terminal", () => {
    expect(faultsIn("\u001b[31m")[0]?.message).toBe("a value is expected here, found “�”");
  });

  test("a second case after the first asks for a .jsonl file", () => {
    const [, fault] = elements('{"a":1}\n{"a":2}');
    expect(fault?.faults[0]?.remedy).toMatch(/\.jsonl/);
  });
});

describe("what JSON.parse would let pass", () => {
  test("a field given twice is reported at its second place, and reading goes on", () => {
    expect(faultsIn('{"a": 1, "b": {"x": 1, "x": 2}, "a": 3}')).toEqual([
      { kind: "duplicate", message: 'the field "x" is given twice', offset: 23 },
      { kind: "duplicate", message: 'the field "a" is given twice', offset: 32 },
    ]);
  });

  test("the same name written with an escape is the same name", () => {
    expect(faultsIn('{"a": 1, "\\u0061": 2}')).toMatchObject([{ kind: "duplicate", offset: 9 }]);
  });

  test("the same name in two objects is not a duplicate", () => expect(faultsIn('[{"a":1},{"a":1}]')).toEqual([]));

  test("a field called __proto__ is reported, however it is written", () => {
    expect(faultsIn('{"__proto__": 1}')).toMatchObject([{ kind: "name", offset: 1 }]);
    expect(faultsIn('{"a": {"\\u005f_proto__": 1}}')).toMatchObject([{ kind: "name", offset: 7 }]);
  });

  test("200 levels are deep enough, 201 are refused where they begin", () => {
    expect(faultsIn("[".repeat(200) + "]".repeat(200))).toEqual([]);
    expect(faultsIn("[".repeat(201) + "]".repeat(201))).toMatchObject([{ kind: "depth", offset: 200 }]);
  });

  test("100,000 brackets are refused, not walked", () => {
    expect(faultsIn("[".repeat(100_000))).toMatchObject([{ kind: "depth" }]);
    expect(faultsIn('{"a":'.repeat(100_000))).toMatchObject([{ kind: "depth" }]);
    expect(elements("[".repeat(100_000))).toMatchObject([{ faults: [{ kind: "depth", offset: 201 }] }]);
  });
});

describe("the elements of a list", () => {
  test("each has its bytes, without the space around it", () => {
    const text = '\n[ {"a": "é"} ,\t2,"x" ]\n';
    const slices = elements(text).map(({ start, end }) => Buffer.from(text).toString("utf8", start, end));
    expect(slices).toEqual(['{"a": "é"}', "2", '"x"']);
  });

  test("what is not a list is one element", () =>
    expect(elements(' {"a": [1, 2]} ')).toMatchObject([{ start: 1, end: 14 }]));

  test("an empty list has no elements", () => expect(elements(" [ ] ")).toEqual([]));

  test("those before a syntax error are still given", () => {
    expect(elements("[1, 2, }")).toMatchObject([{ faults: [] }, { faults: [] }, { faults: [{ offset: 7 }] }]);
  });

  test("each has its own faults", () => {
    const counts = elements('[{"a":1,"a":2}, {"a":1}]').map(({ faults }) => faults.length);
    expect(counts).toEqual([1, 0]);
  });
});

describe("laws", () => {
  const space = fc.constantFrom("", " ", "\n", "\t", "\r\n");

  test("every JSON value, however it is laid out, is accepted", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(4), space, (value, indent, around) => {
        const text = around + JSON.stringify(value, null, indent) + around;
        expect(accepts(text)).toBe(true);
      }),
    );
  });

  test("a JSON text with something cut out, put in or replaced is accepted exactly when JSON.parse accepts it", () => {
    const piece = fc.oneof(
      fc.constantFrom(..."{}[],:\"'\\/-+.eE0123456789 \n\t", "\\u", "true", "null", "é", "\u0001", "\ufeff"),
      fc.string({ maxLength: 3, unit: "binary" }),
    );
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.nat(), fc.nat(3), piece, (value, place, cut, put) => {
        const text = JSON.stringify(value);
        const at = place % (text.length + 1);
        // Through bytes and back: half a character cannot stand in a UTF-8 file.
        const changed = Buffer.from(text.slice(0, at) + put + text.slice(at + cut)).toString();
        expect(accepts(changed)).toBe(parses(changed));
      }),
      draws(2000),
    );
  });

  test("any text at all is accepted exactly when JSON.parse accepts it", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[],:"\\-.e01 tnu') }), (text) => {
        expect(accepts(text)).toBe(parses(text));
      }),
      draws(2000),
    );
  });

  test("the tree holds the value that JSON.parse gives, each part where it starts", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(3), (value, indent) => {
        const bytes = Buffer.from(JSON.stringify(value, null, indent));
        fc.pre(!bytes.includes("__proto__"));
        expect(plainValue(jsonTree(bytes), bytes)).toEqual(JSON.parse(bytes.toString()));
      }),
    );
  });

  test("the elements of a list, parsed on their own, are the list", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.nat(3), (list, indent) => {
        const bytes = Buffer.from(JSON.stringify(list, null, indent));
        const parsed = [...jsonElements(bytes)].map(({ start, end }) => JSON.parse(bytes.toString("utf8", start, end)));
        expect(parsed).toEqual(JSON.parse(bytes.toString()));
      }),
    );
  });
});
