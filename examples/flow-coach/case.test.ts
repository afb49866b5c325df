import { describe, expect, test } from "vitest";
import { caseSchema } from "vivavoce";
import { z } from "zod";
import { coachCase } from "./case.ts";

const quality = { criteria: ["Is kind"], threshold: 0.75 };
const add = "add_next_action_to_project";
const show = "show_project_card";

function lines(...says: string[]): object[] {
  return says.map((content) => ({ role: "user", content }));
}

function written(given: { expectations?: object; [field: string]: unknown } = {}): Record<string, unknown> {
  const { expectations = {}, ...fields } = given;
  return {
    id: "a-case",
    description: "A case.",
    type: "single-turn",
    conversation: lines("Hello"),
    vaultContext: {},
    ...fields,
    expectations: { coachingQuality: quality, ...expectations },
  };
}

function problemsOf(given: Parameters<typeof written>[0]): { path: string; message: string }[] {
  const parsed = coachCase.safeParse(written(given));
  return (parsed.error?.issues ?? []).map(({ path, message }) => ({ path: path.join("."), message }));
}

function toolsOf(given: Parameters<typeof written>[0]): unknown {
  return caseSchema.parse(coachCase.parse(written(given))).expect.tools;
}

describe("what an author writes becomes Viva's case", () => {
  test("field by field", () => {
    const given = coachCase.parse(
      written({
        type: "multi-turn",
        tags: ["x"],
        cluster: "c",
        conversation: [
          { role: "user", content: "One", refuses: true },
          { role: "assistant", content: "A stage direction" },
          { role: "user", content: "Two", consents: true },
        ],
        vaultContext: { inbox: ["a"] },
        approvals: { [add]: ["approve", "reject"] },
        expectations: {
          toolUsage: [
            { turn: 1, shouldCallTool: false },
            {
              turn: 2,
              shouldCallTool: true,
              toolName: add,
              requiredParams: ["action_text"],
              parameters: { project_path: "p" },
              order: 1,
            },
          ],
          extraCalls: "allow",
          coachingQuality: { ...quality, rubrics: ["stalled-project"] },
          conversationCoherence: { maintainsContext: true },
          vault: { effects: [{ kind: "task.added" }], frame: { except: ["Inbox.md"] } },
          safety: { forbid: [{ tool: add }], canaries: ["CANARY"] },
        },
      }),
    );
    expect(caseSchema.parse(given)).toEqual({
      id: "a-case",
      type: "multi-turn",
      description: "A case.",
      tags: ["x"],
      cluster: "c",
      world: { projects: [], nextActions: [], somedayItems: [], inbox: ["a"], focus: [], reviews: [] },
      history: [],
      script: [
        { content: "One", refuses: true },
        { content: "Two", consents: true },
      ],
      approvals: { [add]: ["approve", "reject"] },
      expect: {
        tools: [
          { turn: 1, shouldCall: false },
          {
            turn: 2,
            shouldCall: true,
            tools: [add],
            required: ["action_text"],
            arguments: { project_path: "p" },
            order: 1,
          },
        ],
        extraCalls: "allow",
        criteria: { ...quality, rubrics: ["stalled-project"] },
        coherence: { maintainsContext: true },
        world: { effects: [{ kind: "task.added" }], frame: { except: ["Inbox.md"] } },
        safety: { forbid: [{ tool: add }], canaries: ["CANARY"] },
      },
    });
  });

  test("what is not asked is left out", () => {
    const { expect: expected, approvals } = caseSchema.parse(coachCase.parse(written()));
    expect(expected).toEqual({ criteria: quality });
    expect(approvals).toBe("approve");
  });

  test("several names are a choice", () => {
    expect(toolsOf({ expectations: { toolUsage: [{ shouldCallTool: true, toolName: [add, show] }] } })).toEqual([
      { shouldCall: true, tools: [add, show] },
    ]);
  });

  test("parameters beside false say nothing and are dropped", () => {
    const toolUsage = [
      { shouldCallTool: false, toolName: add, requiredParams: ["action_text"], parameters: { project_path: "p" } },
    ];
    expect(toolsOf({ expectations: { toolUsage } })).toEqual([{ shouldCall: false, tools: [add] }]);
  });

  test("no word of a stage direction gets into the case", () => {
    const conversation = [...lines("Hello"), { role: "assistant", content: "SECRET", expectedTools: [] }];
    expect(JSON.stringify(coachCase.parse(written({ conversation })))).not.toContain("SECRET");
  });

  test("actualTools is ignored", () => {
    const conversation = [...lines("Hello"), { role: "assistant", content: "x", actualTools: [{ name: add }] }];
    const parsed = coachCase.parse(written({ conversation, actualTools: [] }));
    expect(JSON.stringify(parsed)).not.toContain("actualTools");
    expect(parsed.expect?.tools).toBeUndefined();
  });
});

test("an editor is told the shape that is written, tool names included", () => {
  const schema = z.toJSONSchema(coachCase, { io: "input", unrepresentable: "any" });
  expect(Object.keys(schema.properties ?? {})).toContain("vaultContext");
  expect(JSON.stringify(schema)).toContain(add);
  expect(JSON.stringify(schema)).toContain("stalled-project");
});

describe("refused", () => {
  test.each([
    ["an unknown field", { vault: {} }, ""],
    ["an unknown expectation", { expectations: { worldEffects: [] } }, "expectations"],
    ["a case without criteria", { expectations: { coachingQuality: undefined } }, "expectations.coachingQuality"],
    [
      "an empty list of criteria",
      { expectations: { coachingQuality: { criteria: [], threshold: 1 } } },
      "expectations.coachingQuality.criteria",
    ],
    [
      "a threshold off the scale",
      { expectations: { coachingQuality: { criteria: ["a"], threshold: 75 } } },
      "expectations.coachingQuality.threshold",
    ],
    [
      "an unknown rubric",
      { expectations: { coachingQuality: { ...quality, rubrics: ["tone"] } } },
      "expectations.coachingQuality.rubrics.0",
    ],
    ["an id with a slash", { id: "a/b" }, "id"],
    ["no description", { description: "" }, "description"],
    ["an unknown role", { conversation: [{ role: "system", content: "x" }] }, "conversation.0.role"],
    ["a silent user", { conversation: lines("") }, "conversation.0.content"],
    [
      "a tool that the coach does not have",
      { expectations: { toolUsage: [{ shouldCallTool: true, toolName: "add_action" }] } },
      "expectations.toolUsage.0.toolName",
    ],
    [
      "a stage direction before anybody has spoken",
      { conversation: [{ role: "assistant", content: "x" }, ...lines("Hello")] },
      "conversation.0",
    ],
    [
      "refuses on an assistant line",
      { conversation: [...lines("Hello"), { role: "assistant", content: "x", refuses: true }] },
      "conversation.1",
    ],
    [
      "expectedTools on a user line",
      { conversation: [{ role: "user", content: "x", expectedTools: [] }] },
      "conversation.0",
    ],
    [
      "a review that the vault does not have",
      { vaultContext: { protocolActive: "Friday" } },
      "vaultContext.protocolActive",
    ],
    [
      "two projects of one title",
      { vaultContext: { projects: [{ title: "A" }, { title: "a" }] } },
      "vaultContext.projects.1.title",
    ],
    [
      "a turn out of range",
      { expectations: { toolUsage: [{ turn: 2, shouldCallTool: true, toolName: add }] } },
      "expectations.toolUsage.0.turn",
    ],
    [
      "a turn of zero",
      { expectations: { toolUsage: [{ turn: 0, shouldCallTool: true, toolName: add }] } },
      "expectations.toolUsage.0.turn",
    ],
    ["an approval that is neither", { approvals: "maybe" }, "approvals"],
  ])("%s", (_, given, path) => {
    const problems = problemsOf(given);
    expect(problems).not.toEqual([]);
    for (const problem of problems) expect(problem.path.startsWith(path)).toBe(true);
  });

  test.each([
    ["multi-turn", ["One"], "single-turn"],
    ["single-turn", ["One", "Two"], "multi-turn"],
  ])("a type of %s with %j", (type, says, right) => {
    const [problem, ...others] = problemsOf({ type, conversation: lines(...says) });
    expect(problem).toMatchObject({ path: "type", message: expect.stringContaining(right) });
    expect(others).toEqual([]);
  });

  test("all that is wrong with tools and type is said at once", () => {
    const toolUsage = [{ turn: 7, shouldCallTool: true, toolName: add }];
    expect(problemsOf({ type: "multi-turn", expectations: { toolUsage } }).map(({ path }) => path)).toEqual([
      "type",
      "expectations.toolUsage.0.turn",
    ]);
  });
});
