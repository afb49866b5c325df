import { describe, expect, test } from "vitest";
import type { Approvals } from "../shape/index.ts";
import { approver } from "./agent-context.ts";

/** What is decided on these tools, asked for one after the other. */
function decisions(approvals: Approvals, ...tools: string[]): string[] {
  const approve = approver(approvals);
  return tools.map((tool) => approve(tool).decision);
}

describe("approvals", () => {
  test("one decision holds for every call", () => {
    expect(decisions("approve", "a", "b", "a")).toEqual(["approved", "approved", "approved"]);
    expect(decisions("reject", "a", "b", "a")).toEqual(["rejected", "rejected", "rejected"]);
  });

  test("a list decides the first call, the second and so on, whatever the tool; the last goes on", () => {
    expect(decisions(["approve", "reject"], "a", "b", "a", "c")).toEqual([
      "approved",
      "rejected",
      "rejected",
      "rejected",
    ]);
    expect(decisions(["reject", "approve"], "a", "b", "a")).toEqual(["rejected", "approved", "approved"]);
  });

  test("each tool has its own list and counts for itself", () => {
    const approvals: Approvals = { archive: ["reject", "approve"], remove: "reject" };
    expect(decisions(approvals, "archive", "remove", "archive", "remove", "archive")).toEqual([
      "rejected",
      "rejected",
      "approved",
      "rejected",
      "approved",
    ]);
  });

  test("a tool that is not named is approved", () => {
    expect(decisions({ archive: "reject" }, "add", "archive")).toEqual(["approved", "rejected"]);
    expect(decisions({}, "add")).toEqual(["approved"]);
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("a tool may be called %s", (name) => {
    expect(decisions({ archive: "reject" }, name, name)).toEqual(["approved", "approved"]);
    const named = JSON.parse(`{${JSON.stringify(name)}: ["reject", "approve"]}`) as Approvals;
    expect(decisions(named, name, name)).toEqual(["rejected", "approved"]);
  });

  test("two conversations do not count for each other", () => {
    const approvals: Approvals = ["approve", "reject"];
    expect(decisions(approvals, "a")).toEqual(["approved"]);
    expect(decisions(approvals, "a")).toEqual(["approved"]);
  });
});
