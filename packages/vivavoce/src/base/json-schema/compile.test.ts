import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { JsonSchema, JsonValue } from "../json.ts";
import { onBudget, PatternBudget } from "../pattern.ts";
import { compileSchema } from "./compile.ts";

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
  ["a type that OpenAPI calls nullable", { type: "string", nullable: true }, ["a", null], [1]],
  ["enum beside type", { type: "string", enum: ["a", 1] }, ["a"], [1]],
  ["a bound excluded as in draft 4", { minimum: 2, exclusiveMinimum: true }, [3], [2]],
  ["a bound included as in draft 4", { maximum: 2, exclusiveMaximum: false }, [2], [3]],
  [
    "items in their places, as in draft 7",
    { items: [{ type: "number" }], additionalItems: false },
    [[], [1]],
    [["1"], [1, 2]],
  ],
  [
    "additionalItems beside one schema for all",
    { items: { type: "number" }, additionalItems: false },
    [[1, 2]],
    [["1"]],
  ],
  ["contains", { contains: { const: 1 } }, [[2, 1], "x"], [[], [2]]],
  [
    "minContains, maxContains",
    { contains: { const: 1 }, minContains: 2, maxContains: 2 },
    [[1, 1, 2]],
    [[1], [1, 1, 1]],
  ],
  ["propertyNames", { propertyNames: { pattern: "^[a-z]+$" } }, [{ a: 1 }], [{ A: 1 }]],
  ["patternProperties", { patternProperties: { "^x": { type: "number" } } }, [{ x: 1, y: "" }], [{ xy: "1" }]],
  [
    "patternProperties in a closed object",
    { properties: { a: true }, patternProperties: { "^x": true }, additionalProperties: false },
    [{ a: 1, x1: 2 }],
    [{ b: 1 }],
  ],
  ["dependentRequired", { dependentRequired: { card: ["code"] } }, [{}, { card: 1, code: 2 }], [{ card: 1 }]],
  [
    "dependentSchemas",
    { dependentSchemas: { card: { required: ["code"] } } },
    [{}, { card: 1, code: 2 }],
    [{ card: 1 }],
  ],
  [
    "dependencies, as in draft 7",
    { dependencies: { a: ["b"], c: { required: ["d"] } } },
    [{}, { a: 1, b: 1 }, { c: 1, d: 1 }],
    [{ a: 1 }, { c: 1 }],
  ],
  [
    "if, then, else",
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    { if: { required: ["a"] }, then: { required: ["b"] }, else: { required: ["c"] } },
    [{ a: 1, b: 1 }, { c: 1 }],
    [{ a: 1 }, {}],
  ],
  ["if without then", { if: { required: ["a"] }, else: { required: ["c"] } }, [{ a: 1 }, { c: 1 }], [{}]],
  [
    "what a typeless schema requires",
    { properties: { a: { type: "string" } }, required: ["a"] },
    [{ a: "" }],
    [{}, { a: 1 }],
  ],
  [
    "a default does not stand in for what is required",
    { properties: { a: { default: 1 } }, required: ["a"] },
    [{ a: 2 }],
    [{}],
  ],
  ["names that every object inherits", { required: ["constructor"] }, [{ constructor: 1 }], [{}]],
  [
    "oneOf beside properties",
    { properties: { a: { type: "string" } }, oneOf: [{ required: ["a"] }, { required: ["b"] }] },
    [{ a: "" }],
    [{ a: 1 }, {}],
  ],
  [
    "$ref with a keyword beside it",
    { $ref: "#/$defs/n", minimum: 5, $defs: { n: { type: "integer" } } },
    [5],
    [4, 5.5],
  ],
  ["$ref into definitions", { $ref: "#/definitions/n", definitions: { n: { type: "integer" } } }, [5], ["5"]],
  ["$ref into a list", { $ref: "#/anyOf/0", anyOf: [{ type: "integer" }] }, [5], ["5"]],
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
    expect(problemOf({ next: { next: { other: 1 } } })).toBe("next.next.other should not be there");
  });

  test("a problem says where", () => {
    const schema = { properties: { list: { items: { required: ["id"] } } } };
    expect(compileSchema(schema)({ list: [{ id: 1 }, {}] })).toBe("list[1].id is missing");
  });

  test("annotations test nothing", () => {
    expect(
      compileSchema({ title: "t", description: "d", format: "email", default: 1, $schema: "x", "x-order": 1 })(5),
    ).toBeUndefined();
  });

  test("a union says what is wrong with each of its parts", () => {
    const schema = { anyOf: [{ type: "string" }, { type: "object", required: ["id"] }] };
    expect(compileSchema(schema)({})).toBe(
      "the value is {}, which fits none of anyOf: the value is {}, not of type string; or id is missing",
    );
  });

  test("a reference that comes back to itself without end is a problem, not an endless loop", () => {
    const circle = { $ref: "#/$defs/a", $defs: { a: { allOf: [{ $ref: "#/$defs/b" }] }, b: { $ref: "#/$defs/a" } } };
    expect(compileSchema(circle)({})).toMatch(/refers to itself/);
  });

  test.each<JsonSchema>([
    { pattern: "^(a+)+$" },
    { not: { pattern: "^(a+)+$" } },
    { oneOf: [{ pattern: "^(a+)+$" }, { type: "string" }] },
    { if: { pattern: "^(a+)+$" }, else: {} },
  ])("a pattern that explodes in %j is stopped, and no value fits for it", (schema) => {
    const test = () => compileSchema(schema)(`${"a".repeat(60)}!`);
    expect(onBudget(Object.assign(new PatternBudget(), { leftMs: 20 }), test)).toMatch(/took too long/);
  });
});

describe("what cannot be tested is refused, never ignored", () => {
  test.each<[JsonSchema, RegExp]>([
    [{ unevaluatedProperties: false }, /keyword unevaluatedProperties is not supported/],
    [{ properties: { a: { $dynamicRef: "#a" } } }, /keyword \$dynamicRef/],
    [{ require: ["a"] }, /keyword require is not supported; did you mean required\?/],
    [{ required: true }, /required: a list/],
    [{ required: [1] }, /required: a list of names/],
    [{ patternProperties: { "(": {} } }, /not a regular expression/],
    [{ contains: {}, minContains: "1" }, /minContains and maxContains are numbers/],
    [{ exclusiveMinimum: true }, /exclusiveMinimum: a number/],
    [{ minimum: "1" }, /minimum: a number/],
    [{ minLength: "1" }, /minLength: a number/],
    [{ enum: "a" }, /enum: a list/],
    [{ type: "text" }, /text is not a type/],
    [{ pattern: "(" }, /not a regular expression/],
    [{ pattern: 1 }, /pattern: a text/],
    [{ properties: [] }, /properties: an object/],
    [{ items: 3 }, /3 is not a schema/],
    [{ $ref: "#/nothing" }, /points to nothing/],
    [{ $ref: "https://example.org/a" }, /points outside/],
  ])("%j", (schema, message) => {
    expect(() => compileSchema(schema)).toThrow(message);
  });

  test("or told, and the rest is tested, where the reader is asked to go on", () => {
    const told: string[] = [];
    const schema = { properties: { a: { type: "string", pattern: "(?P<year>.*)" } }, required: ["a"], strict: true };
    const problemOf = compileSchema(schema, { unread: (why) => told.push(why) });
    expect(told).toEqual([
      expect.stringMatching(/^pattern: .*not a regular expression/),
      expect.stringContaining("strict"),
    ]);
    expect(problemOf({ a: "" })).toBeUndefined();
    expect(problemOf({})).toBe("a is missing");
    expect(() => compileSchema({ type: "text" }, { unread: () => {} })).toThrow(/not a type/);
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
