import { describe, expect, test } from "vitest";
import { type ExpectedEffect, effectSchema } from "../../shape/index.ts";
import { caseOf } from "../fixtures/cases.ts";
import { checkEffects } from "./check-effects.ts";

const about = (...effects: ExpectedEffect[]) => checkEffects(caseOf({ expect: { world: { effects } } }));

describe("expected effects", () => {
  test("every kind with every field it has is fine, and so are some of its fields", () => {
    for (const { shape } of effectSchema.options) {
      const fields = Object.keys(shape).map((field) => [field, { any: true }]);
      expect(about({ ...Object.fromEntries(fields), kind: shape.kind.value })).toEqual([]);
      expect(about({ kind: shape.kind.value }).filter(({ level }) => level === "problem")).toEqual([]);
    }
    expect(checkEffects(caseOf())).toEqual([]);
  });

  test("a kind that no effect has is refused, with the one that was meant", () => {
    expect(about({ kind: "task.add" }, { kind: "task.added" })).toEqual([
      {
        level: "problem",
        message: 'unknown kind of effect "task.add"',
        remedy: 'did you mean "task.added"?',
        path: ["expect", "world", "effects", 0, "kind"],
        hint: { kind: "value", value: "task.add" },
      },
    ]);
    expect(about({ kind: "sky.fell" })).toMatchObject([{ remedy: expect.stringMatching(/^kinds: note\.created, /) }]);
  });

  test("a kind in a choice counts, one in a pattern is left alone", () => {
    expect(about({ kind: { oneOf: ["task.added", "task.adddd"] } })).toMatchObject([
      { message: 'unknown kind of effect "task.adddd"' },
    ]);
    expect(about({ kind: { equals: "nothing" } })).toHaveLength(1);
    expect(about({ kind: { matches: "^task" }, note: "a.md", from: "x" })).toEqual([]);
  });

  test("a field that this kind does not have is refused, with the one that was meant", () => {
    expect(about({ kind: "task.added", note: "a.md", sektion: "Next", author: "me" })).toMatchObject([
      {
        level: "problem",
        message: 'unknown field "sektion" in expect.world.effects[0]',
        remedy: 'did you mean "section"?',
        path: ["expect", "world", "effects", 0, "sektion"],
        hint: { kind: "field", name: "sektion" },
      },
      { message: 'unknown field "author" in expect.world.effects[0]', remedy: expect.stringContaining("known here") },
    ]);
    expect(about({ kind: "note.created", section: "Next" })).toHaveLength(1);
  });

  test("of several kinds, a field of any will do; of a pattern, any field there is", () => {
    expect(about({ kind: { oneOf: ["task.added", "note.renamed"] }, from: "a.md", box: "open" })).toEqual([]);
    expect(about({ kind: { matches: "." }, pointr: "/a" })).toMatchObject([{ remedy: 'did you mean "pointer"?' }]);
  });
});

test("an effect that any value would meet is named, unless that is meant", () => {
  const warnings = (effect: object) =>
    about(effect as ExpectedEffect)
      .filter(({ level }) => level === "warning")
      .map(({ message }) => message);
  expect(warnings({ kind: "value.set", pointer: "/slot" })).toEqual([
    "the expected value.set of /slot has no to: any value would pass",
  ]);
  expect(warnings({ kind: "file.created", file: "a.txt" })).toEqual([
    "the expected file.created of a.txt has no content: any value would pass",
  ]);
  for (const effect of [
    { kind: "value.set", pointer: "/slot", to: { any: true } },
    { kind: "file.changed", file: "a.txt", inserted: ["b"] },
    { kind: "file.deleted", file: "a.txt" },
    { kind: "value.removed", pointer: "/slot" },
    { kind: "task.added", note: "A.md" },
  ]) {
    expect(warnings(effect)).toEqual([]);
  }
});
