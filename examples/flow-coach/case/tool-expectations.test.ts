import { describe, expect, test } from "vitest";
import type { StageDirection } from "./exchanges.ts";
import type { ExpectedTool, ToolUsage } from "./shape.ts";
import { toolExpectations } from "./tool-expectations.ts";

const add = "add_next_action_to_project";
const focus = "move_to_focus";
const yes = (entry: Partial<ToolUsage> = {}): ToolUsage => ({ shouldCallTool: true, ...entry });
const no = (entry: Partial<ToolUsage> = {}): ToolUsage => ({ shouldCallTool: false, ...entry });

function direction(exchange: number, ...tools: ExpectedTool[]): StageDirection {
  return { exchange, path: ["conversation", exchange * 2 - 1, "expectedTools"], tools };
}

function together(usage: ToolUsage[], directions: StageDirection[], exchanges = 2) {
  return toolExpectations(usage, directions, exchanges);
}

describe("a stage direction says the same as an entry of toolUsage for its exchange", () => {
  test("[] is: nothing is called", () => {
    expect(together([], [direction(1)]).expectations).toEqual([{ turn: 1, shouldCall: false }]);
  });

  test("each tool is one expectation", () => {
    const tools = [{ name: add, parameters: { project_path: "p" } }, { name: add }, { name: focus, parameters: {} }];
    expect(together([], [direction(2, ...tools)]).expectations).toEqual([
      { turn: 2, shouldCall: true, tools: [add], arguments: { project_path: "p" } },
      { turn: 2, shouldCall: true, tools: [add] },
      { turn: 2, shouldCall: true, tools: [focus] },
    ]);
  });

  test("leaving it out says nothing", () => {
    expect(together([], []).expectations).toEqual([]);
  });
});

describe("where both speak of one call, it is expected once", () => {
  test("with the parameters of both", () => {
    const usage = [
      yes({ turn: 1, toolName: add, requiredParams: ["action_text"], parameters: { project_path: "p" }, order: 1 }),
    ];
    const { expectations, problems } = together(usage, [direction(1, { name: add, parameters: { action_text: "t" } })]);
    expect(problems).toEqual([]);
    expect(expectations).toEqual([
      {
        turn: 1,
        shouldCall: true,
        tools: [add],
        required: ["action_text"],
        arguments: { project_path: "p", action_text: "t" },
        order: 1,
      },
    ]);
  });

  test("and the direction says in which exchange, and which of the choices", () => {
    const { expectations, problems } = together([yes({ toolName: [add, focus] })], [direction(2, { name: focus })]);
    expect(problems).toEqual([]);
    expect(expectations).toEqual([{ turn: 2, shouldCall: true, tools: [focus] }]);
  });

  test("two calls of one tool meet two entries", () => {
    const usage = [yes({ turn: 1, toolName: add }), yes({ turn: 1, toolName: add })];
    const { expectations, problems } = together(usage, [direction(1, { name: add }, { name: add })]);
    expect(problems).toEqual([]);
    expect(expectations).toHaveLength(2);
  });

  test("[] and a false for the same exchange", () => {
    const { expectations, problems } = together([no({ turn: 1 })], [direction(1)]);
    expect(problems).toEqual([]);
    expect(expectations).toEqual([{ turn: 1, shouldCall: false }]);
  });

  test("a false for all other exchanges stands beside a direction", () => {
    const { expectations, problems } = together([no()], [direction(2, { name: add })]);
    expect(problems).toEqual([]);
    expect(expectations).toHaveLength(2);
  });
});

describe("where they disagree, the case is refused at the direction", () => {
  test.each<[string, ToolUsage[], StageDirection[]]>([
    ["none against one", [yes({ turn: 1, toolName: add })], [direction(1)]],
    ["one against none in that exchange", [no({ turn: 1 })], [direction(1, { name: add })]],
    ["one against never this tool", [no({ toolName: add })], [direction(1, { name: add })]],
    ["another tool", [yes({ turn: 1, toolName: add })], [direction(1, { name: focus })]],
    ["one more", [yes({ turn: 1, toolName: add })], [direction(1, { name: add }, { name: focus })]],
    ["one less", [yes({ turn: 1, toolName: add }), yes({ turn: 1, toolName: focus })], [direction(1, { name: add })]],
    [
      "the same tool twice against once",
      [yes({ turn: 1, toolName: add })],
      [direction(1, { name: add }, { name: add })],
    ],
    [
      "another value",
      [yes({ turn: 1, toolName: add, parameters: { project_path: "p" } })],
      [direction(1, { name: add, parameters: { project_path: "q" } })],
    ],
    [
      "another matcher",
      [yes({ turn: 1, toolName: add, parameters: { action_text: { contains: "a" } } })],
      [direction(1, { name: add, parameters: { action_text: { contains: "b" } } })],
    ],
    ["none anywhere against one somewhere", [yes({ toolName: add })], [direction(1), direction(2)]],
  ])("%s", (_, usage, directions) => {
    const { problems } = together(usage, directions);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.path).toEqual(["conversation", 1, "expectedTools"]);
    expect(problems[0]?.message).toContain("toolUsage says otherwise");
  });

  test("equal matchers are no disagreement", () => {
    const parameters = { action_text: { contains: ["a", "b"] } };
    const usage = [yes({ turn: 1, toolName: add, parameters })];
    expect(together(usage, [direction(1, { name: add, parameters: structuredClone(parameters) })]).problems).toEqual(
      [],
    );
  });
});
