import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { JsonSchema, JsonValue } from "../../base/index.ts";
import { compileSchema } from "./json-schema.ts";

/** A keyword with values it lets through and values it does not. */
const keywords: [keyword: string, schema: JsonSchema, good: JsonValue[], bad: JsonValue[]][] = [
  ["type", { type: "integer" }, [1, 1.0], [1.5, "1", null]],
  ["type list", { type: ["string", "null"] }, ["", null], [0, []]],
  ["enum", { enum: ["a", { b: 1 }] }, ["a", { b: 1 }], ["b", { b: 2 }]],
  ["const", { const: null }, [null], [0, ""]],
  ["minimum", { minimum: 2 }, [2, 3, "x"], [1.9]],
  ["maximum", { maximum: 2 }, [2, -1], [2.1]],
  ["exclusiveMinimum", { exclusiveMinimum: 2 }, [2.1], [2]],
  ["exclusiveMaximum", { exclusiveMaximum: 2 }, [1.9], [2]],
  ["multipleOf", { multipleOf: 0.1 }, [0.3, 7], [0.25]],
  ["minLength", { minLength: 2 }, ["ab", "😀😀"], ["a", "😀"]],
  ["maxLength", { maxLength: 2 }, ["ab", "😀😀"], ["abc"]],
  ["pattern", { pattern: "^a" }, ["ab", 5], ["ba"]],
  ["minItems", { minItems: 1 }, [[1]], [[]]],
  ["maxItems", { maxItems: 1 }, [[1]], [[1, 2]]],
  [
    "uniqueItems",
    { uniqueItems: true },
    [[1, "1"]],
    [
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
  ],
  ["items", { items: { type: "number" } }, [[], [1, 2]], [[1, "2"]]],
  ["prefixItems", { prefixItems: [{ type: "number" }], items: false }, [[], [1]], [["1"], [1, 2]]],
  ["required", { required: ["a"] }, [{ a: null }, "x"], [{}, { b: 1 }]],
  ["properties", { properties: { a: { type: "string" } } }, [{}, { a: "x" }, { b: 1 }], [{ a: 1 }]],
  ["additionalProperties false", { properties: { a: true }, additionalProperties: false }, [{ a: 1 }], [{ b: 1 }]],
  ["additionalProperties schema", { additionalProperties: { type: "number" } }, [{ b: 1 }], [{ b: "1" }]],
  ["minProperties", { minProperties: 1 }, [{ a: 1 }], [{}]],
  ["maxProperties", { maxProperties: 1 }, [{ a: 1 }], [{ a: 1, b: 2 }]],
  ["allOf", { allOf: [{ minimum: 1 }, { maximum: 2 }] }, [1.5], [0, 3]],
  ["anyOf", { anyOf: [{ type: "string" }, { minimum: 5 }] }, ["a", 5], [4]],
  ["oneOf", { oneOf: [{ minimum: 1 }, { maximum: 3 }] }, [0, 4], [2]],
  ["not", { not: { type: "string" } }, [1], ["a"]],
  ["$ref", { $ref: "#/$defs/a~1b", $defs: { "a/b": { type: "string" } } }, ["x"], [1]],
];

describe("keywords", () => {
  test.each(keywords)("%s", (_, schema, good, bad) => {
    const problemOf = compileSchema(schema);
    for (const value of good) expect([value, problemOf(value)]).toEqual([value, undefined]);
    for (const value of bad) expect([value, problemOf(value)]).toEqual([value, expect.any(String)]);
  });

  test("a schema may refer to itself", () => {
    const problemOf = compileSchema({
      type: "object",
      properties: { next: { $ref: "#" } },
      additionalProperties: false,
    });
    expect(problemOf({ next: { next: {} } })).toBeUndefined();
    expect(problemOf({ next: { next: { other: 1 } } })).toBe("$.next.next.other should not be there");
  });

  test("a problem says where", () => {
    const schema = { properties: { list: { items: { required: ["id"] } } } };
    expect(compileSchema(schema)({ list: [{ id: 1 }, {}] })).toBe("$.list[1] lacks id");
  });

  test("annotations test nothing", () => {
    expect(
      compileSchema({ title: "t", description: "d", format: "email", default: 1, $schema: "x" })(5),
    ).toBeUndefined();
  });

  test("a pattern that explodes in a schema is stopped", () => {
    expect(compileSchema({ pattern: "^(a+)+$" })(`${"a".repeat(60)}!`)).toMatch(/took too long/);
  });
});

describe("what cannot be tested is refused, never ignored", () => {
  test.each<[JsonSchema, RegExp]>([
    [{ if: {}, else: {} }, /keyword if is not supported/],
    [{ properties: { a: { patternProperties: {} } } }, /keyword patternProperties/],
    [{ minimum: "1" }, /minimum: a number/],
    [{ minLength: "1" }, /minLength: a number/],
    [{ enum: "a" }, /enum: a list/],
    [{ type: "text" }, /text is no type/],
    [{ pattern: "(" }, /no regular expression/],
    [{ pattern: 1 }, /pattern: a text/],
    [{ properties: [] }, /properties: an object/],
    [{ items: 3 }, /3 is no schema/],
    [{ $ref: "#/nothing" }, /points to nothing/],
    [{ $ref: "https://example.org/a" }, /points outside/],
  ])("%j", (schema, message) => {
    expect(() => compileSchema(schema)).toThrow(message);
  });
});

test("it agrees with zod on the JSON Schemas that zod writes", () => {
  const schema = z.object({
    title: z.string().min(1).max(5),
    status: z.enum(["live", "hold"]),
    priority: z.int().min(1).max(5).optional(),
    tags: z.array(z.union([z.string(), z.null()])),
  });
  const problemOf = compileSchema(z.toJSONSchema(schema, { io: "input" }) as JsonSchema);
  const values = fc.record(
    {
      title: fc.oneof(fc.string({ maxLength: 7, unit: fc.constantFrom("a", "b") }), fc.integer()),
      status: fc.constantFrom("live", "hold", "gone"),
      priority: fc.oneof(fc.integer({ min: -1, max: 7 }), fc.constant(1.5)),
      tags: fc.array(fc.oneof(fc.string(), fc.constant(null), fc.boolean()), { maxLength: 2 }),
    },
    { requiredKeys: ["status"] },
  );
  fc.assert(
    fc.property(values, (value) => {
      expect(problemOf(value as JsonValue) === undefined).toBe(schema.safeParse(value).success);
    }),
  );
});
