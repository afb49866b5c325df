import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../base/index.ts";
import type { ToolCall } from "../../shape/index.ts";
import type { Expected } from "../matching/expected.ts";
import { call, caseOf, scoredOf, transcriptOf } from "../testing-transcript.test-helper.ts";
import { safety } from "./safety.ts";
import { argumentProblems } from "./tool-calls/match-calls.ts";
import { toolCalls } from "./tool-calls.ts";
import { toolUse } from "./tool-use.ts";

const garden = "Projects/Garden.md";
const match = (name: string, expected: Expected, actual: JsonValue, more: Partial<ToolCall> = {}) =>
  argumentProblems({ arguments: { [name]: expected } }, call("a", { [name]: actual }, more));

describe("a path that is spelt otherwise", () => {
  test.each<[string, string, Expected, JsonValue]>([
    ["with a dot in front", "path", garden, "./Projects/Garden.md"],
    ["with a dot in between", "path", garden, "Projects/./Garden.md"],
    ["with a dot in the case", "path", "./Projects/Garden.md", garden],
    ["in an argument named for something else", "target", garden, "./Projects/Garden.md"],
    ["a directory", "project_path", "Projects", "./Projects"],
    ["for a list of choices", "path", { oneOf: [garden, "Inbox.md"] }, "./Inbox.md"],
    ["for a list of choices with a dot", "path", { oneOf: ["./Inbox.md"] }, "Inbox.md"],
    ["for an exact value with a dot", "path", { equals: "./Inbox.md" }, "Inbox.md"],
    ["in a list of paths", "paths", [garden, "Inbox.md"], ["./Projects/Garden.md", "Inbox.md"]],
    ["in a list that holds it", "paths", { contains: garden }, ["./Projects/Garden.md", "Inbox.md"]],
    ["for a pattern", "path", { matches: "^Projects/" }, "./Projects/Garden.md"],
  ])("is the same path: %s", (_, name, expected, actual) => {
    expect(match(name, expected, actual)).toEqual([]);
  });

  test.each<[string, string, Expected, JsonValue]>([
    ["another note", "path", garden, "./Projects/House.md"],
    ["a climb", "path", garden, "../Projects/Garden.md"],
    ["a text", "text", "configure", "./configure"],
    ["a list with another note", "paths", [garden], ["./Projects/Garden.md", "Inbox.md"]],
    ["a hidden file", "path", "Projects/Garden.md", "Projects/.Garden.md"],
    ["a backslash, which a tool may refuse", "path", garden, ".\\Projects\\Garden.md"],
    ["an absolute path", "path", garden, "/Projects/Garden.md"],
  ])("is not the same: %s", (_, name, expected, actual) => {
    expect(match(name, expected, actual)).toHaveLength(1);
  });

  test("is not the same if the call has an error", () => {
    const error = { message: "There is no project at ./Projects/Garden.md." };
    expect(match("path", garden, "./Projects/Garden.md", { error })).toEqual([
      'path is "./Projects/Garden.md", expected "Projects/Garden.md"',
    ]);
  });
});

describe("metrics that read a path", () => {
  const dotted = transcriptOf([[call("archive", { path: "./Private/./Diary.md" })]]);
  const failed = transcriptOf([[call("archive", { path: "./Private/Diary.md" }, { error: { message: "locked" } })]]);
  const path = "Private/Diary.md";

  test("take it as the expected one", async () => {
    const tools = caseOf({ tools: [{ shouldCall: true, tools: ["archive"], arguments: { path } }] });
    expect((await scoredOf(toolUse(), dotted, tools)).value).toBe(1);
    const calls = caseOf({ calls: [{ name: "archive", arguments: { path } }] });
    expect((await scoredOf(toolCalls(), dotted, calls)).value).toBe(1);
  });

  test("take it as the forbidden one, even if the call failed", async () => {
    for (const transcript of [dotted, failed]) {
      const forbidden = toolCalls({
        mode: "contains",
        expected: [],
        forbidden: [{ name: "archive", arguments: { path } }],
      });
      expect((await scoredOf(forbidden, transcript)).value).toBe(0);
      expect((await scoredOf(safety({ forbid: [{ note: path }] }), transcript)).value).toBe(0);
    }
  });
});
