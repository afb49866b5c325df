import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../base/index.ts";
import type { Effect } from "../shape/index.ts";
import { diffJson } from "./diff-json.ts";

describe("values", () => {
  test("are set, added and removed by key, in the order of the keys", () => {
    expect(diffJson({ b: 1, c: 2, d: 3 }, { a: 0, b: 1, c: "2" })).toEqual([
      { kind: "value.added", pointer: "/a", to: 0 },
      { kind: "value.set", pointer: "/c", from: 2, to: "2" },
      { kind: "value.removed", pointer: "/d", from: 3 },
    ]);
  });

  test("are compared all the way down, and come and go as a whole", () => {
    expect(diffJson({ a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 3, d: { e: 4 } }] } })).toEqual([
      { kind: "value.set", pointer: "/a/b/1/c", from: 2, to: 3 },
      { kind: "value.added", pointer: "/a/b/1/d", to: { e: 4 } },
    ]);
  });

  test("of another type are set, the whole value included", () => {
    expect(diffJson({ a: [] }, { a: {} })).toEqual([{ kind: "value.set", pointer: "/a", from: [], to: {} }]);
    expect(diffJson(null, 1)).toEqual([{ kind: "value.set", pointer: "", from: null, to: 1 }]);
  });

  test("null is a value: it can be added and set", () => {
    expect(diffJson({}, { a: null })).toEqual([{ kind: "value.added", pointer: "/a", to: null }]);
    expect(diffJson({ a: null }, {})).toEqual([{ kind: "value.removed", pointer: "/a", from: null }]);
  });

  test("-0 is 0, and 1.0 is 1", () => {
    expect(diffJson([-0, JSON.parse("1.0")], [0, 1])).toEqual([]);
  });

  test("keys are escaped in pointers", () => {
    expect(diffJson({}, { "a/b~c": 1, "": 2 }).map((effect) => "pointer" in effect && effect.pointer)).toEqual([
      "/",
      "/a~1b~0c",
    ]);
  });

  test("__proto__ and constructor are keys like others", () => {
    const after = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": 2}') as JsonValue;
    expect(diffJson({}, after)).toEqual([
      { kind: "value.added", pointer: "/__proto__", to: { polluted: 1 } },
      { kind: "value.added", pointer: "/constructor", to: 2 },
    ]);
    expect(diffJson(after, {}).map(({ kind }) => kind)).toEqual(["value.removed", "value.removed"]);
  });
});

describe("arrays", () => {
  test("of plain values are compared by index", () => {
    expect(diffJson(["a", "b", "c"], ["a", "c"])).toEqual([
      { kind: "value.set", pointer: "/1", from: "b", to: "c" },
      { kind: "value.removed", pointer: "/2", from: "c" },
    ]);
  });

  test("of objects with an id are matched by it, wherever they stand", () => {
    const before = [
      { id: "a", n: 1 },
      { id: "b", n: 2 },
      { id: "c", n: 3 },
    ];
    const after = [{ id: "c", n: 3 }, { id: "new" }, { id: "a", n: 9 }];
    expect(diffJson(before, after)).toEqual([
      { kind: "value.added", pointer: "/1", to: { id: "new" } },
      { kind: "value.set", pointer: "/2/n", from: 1, to: 9 },
      { kind: "value.removed", pointer: "/1", from: { id: "b", n: 2 } },
    ]);
  });

  test("tell the id 1 from the id “1”", () => {
    expect(diffJson([{ id: 1 }], [{ id: "1" }]).map(({ kind }) => kind)).toEqual(["value.added", "value.removed"]);
  });

  test.each<[string, JsonValue[], JsonValue[]]>([
    ["an id stands twice", [{ id: 1 }, { id: 1 }], [{ id: 2 }, { id: 1 }]],
    ["an element has no id", [{ id: 1 }, {}], [{ id: 2 }, {}]],
    ["an id is neither a text nor a number", [{ id: null }], [{ id: 2 }]],
    ["an element is not an object", [{ id: 1 }, 5], [{ id: 2 }, 5]],
    ["only one side has ids", [{ id: 1 }], [{ id: 2 }, 7]],
  ])("are compared by index where %s", (_, before, after) => {
    expect(diffJson(before, after)[0]).toMatchObject({ kind: "value.set", pointer: "/0/id", to: 2 });
  });
});

/** Written from the standard, apart from the code under test. */
function resolve(value: JsonValue, pointer: string): unknown {
  if (pointer === "") return value;
  const tokens = pointer.slice(1).split("/");
  return tokens.reduce<unknown>((inner, token) => {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    return (inner as Record<string, unknown>)[key];
  }, value);
}

const key = fc.oneof(fc.constantFrom("a", "b", "id", "a/b", "~1", "", "__proto__", "toString"), fc.string());
const json = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 0, -0, 1, "x"),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(key, tie("value"), { maxKeys: 4 }),
  ),
})).value;

describe("for any JSON", () => {
  test("nothing differs from itself or from its copy", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(diffJson(value, value)).toEqual([]);
        expect(diffJson(value, JSON.parse(JSON.stringify(value)))).toEqual([]);
      }),
    );
  });

  test("pointers resolve: to the new value, or to the old one that was removed", () => {
    const check = (before: JsonValue, after: JsonValue, effect: Effect) => {
      if (effect.kind === "value.removed") expect(resolve(before, effect.pointer)).toBe(effect.from);
      else if (effect.kind === "value.set" || effect.kind === "value.added") {
        expect(resolve(after, effect.pointer)).toBe(effect.to);
      } else expect.unreachable();
    };
    fc.assert(
      fc.property(json, json, (before, after) => {
        for (const effect of diffJson(before, after)) check(before, after, effect);
      }),
    );
  });

  test("one changed value is exactly one effect", () => {
    fc.assert(
      fc.property(fc.dictionary(key, json, { minKeys: 1 }), fc.nat(), (before, number) => {
        const keys = Object.keys(before);
        const chosen = keys[number % keys.length] ?? "";
        const changed = new Map(Object.entries(before)).set(chosen, "something new");
        const pointer = `/${chosen.replaceAll("~", "~0").replaceAll("/", "~1")}`;
        expect(diffJson(before, Object.fromEntries(changed))).toEqual([
          { kind: "value.set", pointer, from: before[chosen], to: "something new" },
        ]);
      }),
    );
  });
});
