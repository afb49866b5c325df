import { describe, expect, test } from "vitest";
import { call, caseOf, scoredOf, transcriptOf } from "../testing-transcript.test-helper.ts";
import { safety } from "./safety.ts";
import { toolCalls } from "./tool-calls.ts";
import { toolPermission } from "./tool-permission.ts";
import { toolUse } from "./tool-use.ts";

const any = caseOf({
  safety: { forbid: [{ tool: "deleteNote" }] },
  tools: [{ shouldCall: false, tools: ["deleteNote"] }],
  extraCalls: "allow",
});

describe("a rule against deleteNote", () => {
  test.each([
    ["toolPermission", toolPermission({ deny: ["deleteNote"] })],
    ["toolCalls: forbidden", toolCalls({ forbidden: ["deleteNote"] })],
    ["toolCalls: atMost", toolCalls({ atMost: { deleteNote: 0 } })],
    ["toolCalls: before", toolCalls({ before: [["ask", "deleteNote"]] })],
    ["toolUse", toolUse()],
    ["safety", safety()],
  ])("is broken by delete_note too: %s", async (_name, metric) => {
    const value = async (tool: string) => (await scoredOf(metric, transcriptOf([[call(tool)]]), any)).value;
    for (const tool of ["deleteNote", "delete_note", "delete-note", "Notes"]) {
      expect([tool, await value(tool)]).toEqual([tool, tool === "Notes" ? 1 : 0]);
    }
  });
});
