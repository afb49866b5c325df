import { describe, expect, test } from "vitest";
import { z } from "zod";
import { knownFields } from "./known-fields.ts";

const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "ref" });

describe("the fields a schema knows at a path", () => {
  const leaf = z.strictObject({ x: z.string(), y: z.string() });
  const schema = schemaOf(
    z.strictObject({
      one: leaf,
      list: z.array(leaf),
      named: z.record(z.string(), leaf),
      pair: z.tuple([leaf, z.strictObject({ second: z.number() })]),
      either: z.union([z.strictObject({ a: z.number() }), z.strictObject({ b: z.number() }), z.string()]),
      both: z.intersection(z.object({ c: z.number() }), z.object({ d: z.number() })),
      made: z.strictObject({ before: z.string() }).transform(({ before }) => ({ after: before })),
    }),
  );

  test.each([
    [[], ["one", "list", "named", "pair", "either", "both", "made"]],
    [["one"], ["x", "y"]],
    [
      ["list", 3],
      ["x", "y"],
    ],
    [
      ["named", "whatever"],
      ["x", "y"],
    ],
    [
      ["pair", 0],
      ["x", "y"],
    ],
    [["pair", 1], ["second"]],
    [["either"], ["a", "b"]],
    [["both"], ["c", "d"]],
    [["made"], ["before"]],
    [["one", "x"], []],
    [["nowhere", 1], []],
    [["constructor"], []],
  ])("%j: %j", (path, fields) => expect(knownFields(schema, path)).toEqual(fields));

  test("a schema that holds itself is followed as far as the path goes", () => {
    const tree = z.strictObject({
      name: z.string(),
      get children() {
        return z.array(z.union([tree, z.string()]));
      },
    });
    expect(knownFields(schemaOf(tree), ["children", 0, "children", 5])).toEqual(["name", "children"]);
  });

  test("a reference that goes in circles ends", () => {
    expect(knownFields({ $ref: "#/$defs/a", $defs: { a: { anyOf: [{ $ref: "#" }] } } }, ["x"])).toEqual([]);
  });
});
