import { describe, expect, test } from "vitest";
import type { ToolExpectation } from "../../shape/index.ts";
import { caseOf } from "../fixtures/cases.ts";
import { checkExpectations } from "./check-expectations.ts";

const lines = (count: number) => Array.from({ length: count }, () => ({ content: "hi" }));
const check = (tools: ToolExpectation[], exchanges = 3) =>
  checkExpectations(caseOf({ script: lines(exchanges), expect: { tools } }));
const yes = (more: Partial<ToolExpectation> = {}): ToolExpectation => ({ shouldCall: true, ...more });
const no = (more: Partial<ToolExpectation> = {}): ToolExpectation => ({ shouldCall: false, ...more });

describe("turns", () => {
  test("up to the last exchange are fine", () => {
    expect(check([yes({ turn: 1 }), yes({ turn: 3 }), yes()])).toEqual([]);
  });

  test("by which something has to be said are in range, too", () => {
    const disclosure = ["the price", { text: "recorded", by: 1 }, { matches: "fee", by: 2 }];
    expect(checkExpectations(caseOf({ script: lines(1), expect: { disclosure } }))).toMatchObject([
      {
        message: "exchange 2 is out of range: this case has 1 exchange",
        path: ["expect", "disclosure", 2, "by"],
      },
    ]);
  });

  test("beyond the last exchange are refused, in tools and in calls", () => {
    const subject = caseOf({
      script: lines(2),
      expect: { tools: [yes({ turn: 2 }), yes({ turn: 3 })], calls: [{ name: "x", turn: 4 }] },
    });
    expect(checkExpectations(subject)).toMatchObject([
      {
        level: "problem",
        message: "turn 3 is out of range: this case has 2 exchanges",
        path: ["expect", "tools", 1, "turn"],
        hint: { kind: "value", value: 3, field: "turn" },
      },
      { message: "turn 4 is out of range: this case has 2 exchanges", path: ["expect", "calls", 0, "turn"] },
    ]);
  });
});

describe("contradictions", () => {
  test.each([
    ["the same tool in the same exchange", [yes({ tools: ["a"], turn: 2 }), no({ tools: ["a"], turn: 2 })]],
    ["the same tool anywhere", [no({ tools: ["a"] }), yes({ tools: ["a"] })]],
    ["one of several tools", [yes({ tools: ["a", "b"] }), no({ tools: ["b", "c"] })]],
    ["any tool that writes, in the same exchange", [yes({ turn: 1 }), no({ turn: 1 })]],
    ["any tool that writes, anywhere", [yes(), no()]],
  ])("%s: refused", (_, tools) => {
    expect(check(tools)).toMatchObject([
      { level: "problem", message: expect.stringContaining("should not be called") },
    ]);
  });

  test.each([
    ["another exchange", [yes({ tools: ["a"], turn: 1 }), no({ tools: ["a"], turn: 2 })]],
    ["another tool", [yes({ tools: ["a"], turn: 1 }), no({ tools: ["b"], turn: 1 })]],
    ["a tool against any tool that writes", [yes({ tools: ["a"], turn: 1 }), no({ turn: 1 })]],
    ["one exchange against the others", [yes({ tools: ["a"], turn: 1 }), no({ tools: ["a"] })]],
    ["twice the same", [yes({ tools: ["a"] }), yes({ tools: ["a"] }), no({ tools: ["b"] }), no({ tools: ["b"] })]],
  ])("%s: fine", (_, tools) => expect(check(tools)).toEqual([]));

  test("where there is one exchange, anywhere is in it", () => {
    const tools = [yes({ tools: ["a"] }), no({ tools: ["a"], turn: 1 })];
    expect(check(tools, 1)).toHaveLength(1);
    expect(check(tools, 2)).toEqual([]);
  });

  test("the message names the tool and the exchange, the place is the entry that forbids", () => {
    expect(check([yes({ tools: ["a", "b"], turn: 2 }), no({ tools: ["c", "b"], turn: 2 })])).toMatchObject([
      {
        message: '"b" should be called and should not be called in exchange 2',
        path: ["expect", "tools", 1, "tools", 1],
        hint: { kind: "value", value: "b" },
      },
    ]);
    expect(check([yes(), no()])).toMatchObject([
      { message: "a tool that writes should be called and should not be called", path: ["expect", "tools", 1] },
    ]);
  });
});

describe("what means nothing", () => {
  test("required and arguments beside shouldCall: false are warned of", () => {
    expect(check([no({ tools: ["a"], required: ["x"], arguments: { y: 1 } })])).toMatchObject([
      { level: "warning", message: "required beside shouldCall: false means nothing and is ignored" },
      { level: "warning", message: "arguments beside shouldCall: false means nothing and is ignored" },
    ]);
  });

  test("beside shouldCall: true they mean something", () => {
    expect(check([yes({ tools: ["a"], required: ["x"], arguments: { y: 1 } })])).toEqual([]);
  });
});
