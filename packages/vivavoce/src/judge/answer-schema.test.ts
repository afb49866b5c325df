import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../base/index.ts";
import { answerFields, answerSchema } from "./prompt.ts";
import { questionOf } from "./testing-judge.test-helper.ts";

describe("the answer's schema", () => {
  interface ItemSchema {
    properties: Record<string, { type?: string; enum?: string[] }>;
    required: string[];
    additionalProperties: boolean;
  }
  const item = (schema: JsonSchema) =>
    (schema as { properties: { items: { items: ItemSchema } } }).properties.items.items;

  test("has evidence before reasoning before verdict, all required and nothing else", () => {
    const schema = item(answerSchema(questionOf()));
    expect(Object.keys(schema.properties)).toEqual(["id", "evidence", "absent", "reasoning", "verdict"]);
    expect(schema.required).toEqual(["id", "evidence", "absent", "reasoning", "verdict"]);
    expect(schema.additionalProperties).toBe(false);
  });

  test("lists the ids and the verdicts, an item's own too", () => {
    const own = [
      { verdict: "1", meaning: "low" },
      { verdict: "2", meaning: "high" },
    ];
    const schema = item(
      answerSchema(
        questionOf({
          items: [
            { id: "a", text: "x" },
            { id: "b", text: "y", menu: own },
          ],
        }),
      ),
    );
    expect(schema.properties.id?.enum).toEqual(["a", "b"]);
    expect(schema.properties.verdict?.enum).toEqual(["yes", "partly", "no", "1", "2"]);
  });

  test("leaves out what no verdict needs", () => {
    const menu = [
      { verdict: "yes", meaning: "it does" },
      { verdict: "no", meaning: "it does not" },
    ];
    expect(answerFields(questionOf({ menu }))).toEqual(["id", "evidence", "reasoning", "verdict"]);
    expect(answerFields(questionOf({ menu, evidence: "none" }))).toEqual(["id", "reasoning", "verdict"]);
  });

  test("has room for as many entries as there are items, no more and no fewer", () => {
    const { properties } = answerSchema(questionOf()) as { properties: { items: JsonSchema } };
    expect(properties.items).toMatchObject({ type: "array", minItems: 2, maxItems: 2 });
  });

  test("does not list more ids than providers take", () => {
    const items = Array.from({ length: 201 }, (_, index) => ({ id: `s${index}`, text: "x" }));
    expect(item(answerSchema(questionOf({ items }))).properties.id).toEqual({ type: "string" });
  });
});
