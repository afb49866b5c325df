import { describe, expect, test } from "vitest";
import { expectationsSchema, lineExpectationsSchema } from "./expectations.ts";

const accepts = (value: unknown) => expectationsSchema.safeParse(value).success;

describe("expectations", () => {
  test("all of them may be left out", () => expect(expectationsSchema.parse({})).toEqual({}));

  test("what is given is kept as it is", () => {
    const full = {
      tools: [
        { turn: 1, shouldCall: true, tools: ["a"], required: ["x"], arguments: { x: { contains: "y" } }, order: 1 },
      ],
      extraCalls: "allow",
      calls: [{ name: "a", arguments: { x: 1 }, turn: 2, optional: true }],
      world: {
        effects: [{ kind: { oneOf: ["task.added", "task.edited"] }, note: "a.md" }],
        frame: { except: ["*.log"] },
      },
      safety: { forbid: [{ tool: "a" }, { note: "b.md" }], canaries: ["canary-1"] },
      criteria: { criteria: ["is kind"], threshold: 0.8, rubrics: ["next-action-quality"] },
      coherence: { maintainsContext: true, respondsToUserFeedback: false },
      limits: {
        latencyMs: 1000,
        tokens: 5,
        cost: 0.1,
        modelCalls: 0,
        toolCalls: 0,
        wordsPerReply: 9,
        questionsPerReply: 0,
      },
      contains: ["x"],
      matches: ["^x", "\\d+"],
      equals: "",
    };
    expect(expectationsSchema.parse(full)).toEqual(full);
  });

  test("criteria may be a plain list, in a case and in a line", () => {
    const plain = { criteria: ["is kind", "asks first"] };
    const meant = { criteria: { criteria: ["is kind", "asks first"] } };
    expect(expectationsSchema.parse(plain)).toEqual(meant);
    expect(lineExpectationsSchema.parse(plain)).toEqual(meant);
  });

  test.each([
    { toolUse: [] },
    { extraCalls: "deny" },
    { tools: [{ tools: ["a"] }] },
    { tools: [{ shouldCall: true, turn: 1.5 }] },
    { calls: [{ arguments: {} }] },
    { world: {} },
    { world: { effects: [{ kind: undefined }] } },
    { criteria: { criteria: ["x"], threshold: 1.1 } },
    { criteria: { criteria: [""] } },
    { criteria: [""] },
    { criteria: "is kind" },
    { limits: { tokens: 0 } },
    { limits: { latencyMs: Number.POSITIVE_INFINITY } },
    { contains: [""] },
    { matches: ["(unclosed"] },
    { matches: [""] },
  ])("%j is refused", (value) => expect(accepts(value)).toBe(false));
});
