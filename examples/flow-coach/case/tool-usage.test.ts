import { describe, expect, test } from "vitest";
import type { ToolUsage } from "./shape.ts";
import { toolUsageProblems } from "./tool-usage.ts";

const add = "add_next_action_to_project";
const focus = "move_to_focus";
const yes = (entry: Partial<ToolUsage> = {}): ToolUsage => ({ shouldCallTool: true, ...entry });
const no = (entry: Partial<ToolUsage> = {}): ToolUsage => ({ shouldCallTool: false, ...entry });

describe("a true and a false for the same tool and exchange are refused", () => {
  test.each([
    ["both named, in one exchange", [yes({ turn: 1, toolName: add }), no({ turn: 1, toolName: add })], 2],
    ["both named, anywhere", [yes({ toolName: add }), no({ toolName: add })], 2],
    ["forbidden anywhere, expected somewhere", [yes({ turn: 2, toolName: add }), no({ toolName: add })], 2],
    ["both without a name", [yes({ turn: 1 }), no({ turn: 1 })], 2],
    ["a named one where no write is allowed", [yes({ turn: 1, toolName: add }), no({ turn: 1 })], 2],
    ["every choice forbidden", [yes({ turn: 1, toolName: [add, focus] }), no({ turn: 1, toolName: [focus, add] })], 2],
    ["one exchange only, so that anywhere is there", [yes({ toolName: add }), no({ turn: 1, toolName: add })], 1],
  ])("%s", (_, usage, exchanges) => {
    expect(toolUsageProblems(usage, exchanges)).toMatchObject([{ path: ["expectations", "toolUsage", 0] }]);
  });
});

describe("no contradiction", () => {
  test.each([
    ["different exchanges", [yes({ turn: 1, toolName: add }), no({ turn: 2, toolName: add })], 2],
    ["different tools", [yes({ turn: 1, toolName: add }), no({ turn: 1, toolName: focus })], 2],
    ["one of the choices is left", [yes({ turn: 1, toolName: [add, focus] }), no({ turn: 1, toolName: add })], 2],
    ["a false for the other exchanges", [yes({ turn: 2, toolName: add }), no()], 2],
    ["anywhere, but not in the second", [yes({ toolName: add }), no({ turn: 2, toolName: add })], 2],
    ["any write but one", [yes({ turn: 1 }), no({ turn: 1, toolName: add })], 2],
    ["nothing said", [], 1],
  ])("%s", (_, usage, exchanges) => {
    expect(toolUsageProblems(usage, exchanges)).toEqual([]);
  });
});

test("a turn out of range is named with the number of exchanges", () => {
  expect(toolUsageProblems([yes({ turn: 3, toolName: add })], 2)).toEqual([
    {
      path: ["expectations", "toolUsage", 0, "turn"],
      message: "there is no exchange 3; the case has 2",
      remedy: "give a turn from 1 to 2, or add user lines",
    },
  ]);
});
