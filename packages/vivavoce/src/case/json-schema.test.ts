import { describe, expect, test } from "vitest";
import { z } from "zod";
import { compileSchema, type JsonObject } from "../base/index.ts";
import { caseList, cases } from "./case-files.ts";
import { jsonSchemaOf } from "./json-schema.ts";

/** Every `$ref` in a schema, and what it leads to. */
function references(root: unknown, node: unknown = root): { reference: string; leads: boolean }[] {
  if (typeof node !== "object" || node === null) return [];
  const own = "$ref" in node && typeof node.$ref === "string" ? [node.$ref] : [];
  const found = own.map((reference) => {
    const target = reference
      .split("/")
      .slice(1)
      .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], root);
    return { reference, leads: target !== undefined };
  });
  return [...found, ...Object.values(node).flatMap((child) => references(root, child))];
}

describe("the JSON Schema of case files", () => {
  test("is draft 2020-12, for one case or a list that is not empty", () => {
    expect(jsonSchemaOf(cases("a.json"))).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      anyOf: [{ $ref: "#/$defs/case" }, { type: "array", minItems: 1, items: { $ref: "#/$defs/case" } }, {}],
    });
  });

  test("says what is required, what is known, and what the default is", () => {
    const { $defs } = jsonSchemaOf(caseList([])) as {
      $defs: { case: { properties: Record<string, unknown> } };
    };
    expect($defs.case).toMatchObject({ type: "object", required: ["id"], additionalProperties: false });
    expect($defs.case.properties.description).toMatchObject({ type: "string", default: "" });
  });

  test("is that of what is written, not of what comes out", () => {
    const own = z.strictObject({ name: z.string().describe("what to call it"), on: z.date().optional() });
    const schema = own.transform(({ name }) => ({ id: name, script: [{ content: name }] }));
    const { $defs } = jsonSchemaOf(cases("a.json", schema)) as { $defs: { case: Record<string, unknown> } };
    expect($defs.case).toMatchObject({
      required: ["name"],
      properties: { name: { description: "what to call it" }, on: {} },
    });
  });

  test.each<[accepted: boolean, call: JsonObject]>([
    [true, { name: "book", otherArguments: "forbid" }],
    [false, { name: "book", otherArguments: "forbidden" }],
    [true, { name: "book", arguments: { day: { oneOf: ["Mon"], orAbsent: true } } }],
  ])("an editor is told: %s for %j", (accepted, call) => {
    const problemOf = compileSchema(jsonSchemaOf(cases("a.json")));
    const problem = problemOf({ id: "a", script: [{ content: "x" }], expect: { calls: [call] } });
    expect(problem === undefined).toBe(accepted);
  });

  test("every reference in it leads somewhere", () => {
    const found = references(jsonSchemaOf(cases("a.json")));
    expect(found.length).toBeGreaterThan(2);
    expect(found.filter(({ leads }) => !leads)).toEqual([]);
  });

  test("a case that holds cases refers to the case, not to the file", () => {
    const own = z.strictObject({
      name: z.string(),
      get variants() {
        return z.array(own).optional();
      },
    });
    const made = jsonSchemaOf(
      cases(
        "a.json",
        own.transform(({ name }) => ({ id: name, script: [{ content: name }] })),
      ),
    );
    const found = references(made);
    expect(found.every(({ leads }) => leads)).toBe(true);
    expect(found.map(({ reference }) => reference)).not.toContain("#");
  });

  test("an owner's definition called case is not overwritten", () => {
    const inner = z.strictObject({ x: z.string() }).meta({ id: "case" });
    const own = z.strictObject({ a: inner, b: inner });
    const made = jsonSchemaOf(
      cases(
        "a.json",
        own.transform(() => ({ id: "a", script: [{ content: "x" }] })),
      ),
    );
    expect(made).toMatchObject({
      anyOf: [{ $ref: "#/$defs/viva-case" }, {}, {}],
      $defs: { case: { required: ["x"] }, "viva-case": { required: ["a", "b"] } },
    });
  });
});

/** Every property of a schema with its path, and whether it is described where it stands or where it refers to. */
function* properties(root: JsonObject, node: unknown, path = "#"): Generator<{ path: string; described: boolean }> {
  if (typeof node !== "object" || node === null) return;
  for (const [key, child] of Object.entries(node)) {
    if (key === "properties") {
      for (const [name, field] of Object.entries(child as JsonObject)) {
        const { $ref, description } = field as { $ref?: string; description?: unknown };
        const target = ($ref ? root.$defs : undefined) as Record<string, { description?: unknown }> | undefined;
        const found = description ?? target?.[$ref?.split("/")[2] ?? ""]?.description;
        yield { path: `${path}/${name}`, described: typeof found === "string" && found !== "" };
      }
    }
    yield* properties(root, child, `${path}/${key}`);
  }
}

test("every field has a description for an editor to show", () => {
  const schema = jsonSchemaOf(cases("a.json")) as JsonObject;
  const all = [...properties(schema, schema)];
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter(({ described }) => !described).map(({ path }) => path)).toEqual([]);
});

test("a file may name its schema, as one case, in a case of a list, and for a list", () => {
  const problemOf = compileSchema(jsonSchemaOf(cases("a.json")));
  const one = { $schema: "./case.schema.json", id: "a", script: [{ content: "Hi" }] };
  expect(problemOf(one)).toBeUndefined();
  expect(problemOf([one])).toBeUndefined();
  expect(problemOf({ $schema: "./case.schema.json", cases: [one] })).toBeUndefined();
  expect(problemOf({ cases: [one] })).toBeDefined();
});
