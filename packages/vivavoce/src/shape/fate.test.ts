import { describe, expect, test } from "vitest";
import type { JsonValue } from "../base/index.ts";
import { conversation } from "./conversation.test-helper.ts";
import { type Fate, fateOf, withFates } from "./fate.ts";
import { allCalls } from "./readers.ts";
import type { ToolCall } from "./tool-call.ts";

const call = (more: Partial<ToolCall> = {}): ToolCall => ({ id: "c1", name: "book", arguments: {}, ...more });

describe("the fate of a call, by its own record", () => {
  test.for<[JsonValue, Fate]>([
    [null, "ran"],
    ["", "ran"],
    ["Booked for Monday.", "ran"],
    ["No errors were found.", "ran"],
    ["Errors: none", "ran"],
    ["Error-free since May", "ran"],
    ["The last note begins: Error in the shed", "ran"],
    [{ ok: true }, "ran"],
    [{ success: true, error: null }, "ran"],
    [{ error: "" }, "ran"],
    [{ error: [] }, "ran"],
    [{ error: false }, "ran"],
    [{ booking: { error: "late" } }, "ran"],
    [[{ ok: false }], "ran"],
    ['{"slot":"10:00"}', "ran"],
    [{ ok: false }, "failed"],
    [{ success: false }, "failed"],
    [{ error: "full" }, "failed"],
    [{ error: { code: 409 } }, "failed"],
    [{ error: true, message: "not valid" }, "failed"],
    ['{"ok":false,"why":"full"}', "failed"],
    ['"{\\"ok\\":false}"', "failed"],
    ['"Error: full"', "failed"],
    ["Error: the calendar is full", "failed"],
    ["error: full", "failed"],
    ["  Exception in book", "failed"],
    ["ValueError('full')", "failed"],
    ["Traceback (most recent call last):", "failed"],
    ["An error occurred while running the tool. Please try again. Error: Error: full", "failed"],
    ["The function `book` failed and returned no result.", "failed"],
    ["The function `book` is not currently available.", "failed"],
    ["book is not a valid tool, try one of [find].", "failed"],
    ["Tool book not found", "failed"],
    ["Tool execution failed: full", "failed"],
    ["Failed to invoke Tool `book` with parameters {}", "failed"],
    ["Unknown tool: 'book'", "failed"],
    ["I encountered an error while trying to use the tool.", "failed"],
    ["Encountered error: full", "failed"],
    ["An internal error occurred", "failed"],
    ["Input validation error: day is required", "failed"],
    ["Execution error in book: full", "failed"],
    ["<tool_use_error>full</tool_use_error>", "failed"],
    ["The payment failed and was tried again.", "ran"],
    ["The book club is not available on Mondays.", "ran"],
    ["An error in your bill was corrected.", "ran"],
    ["No error occurred.", "ran"],
    ["Invalid bookings: none", "ran"],
    ["Booked. The function room is not available before noon.", "ran"],
    [[{ type: "text", text: "Error: full" }], "failed"],
    [{ content: [{ type: "text", text: "full" }], isError: true }, "failed"],
    [{ content: [{ type: "text", text: '{"success":false}' }] }, "failed"],
    ["IN_PROGRESS", "failed"],
    [{ message: "full", domain: "TOOL", code: "TOOL_EXECUTION_FAILED" }, "failed"],
  ])("the result %j: %s", ([result, fate]) => {
    expect(fateOf(call({ result }))).toBe(fate);
  });

  test("an error fails it, unless the agent tried again", () => {
    expect(fateOf(call({ error: { message: "full" } }))).toBe("failed");
    expect(fateOf(call({ error: { message: "full" }, result: "done" }))).toBe("ran");
    expect(fateOf(call({ error: { message: "lost" }, fault: "half-done" }))).toBe("failed");
  });

  test("a rejected call was not run, unless it has a result of its own", () => {
    const approval = { decision: "rejected" as const };
    expect(fateOf(call({ approval }))).toBe("rejected");
    expect(fateOf(call({ approval, result: { status: "rejected" } }))).toBe("rejected");
    expect(fateOf(call({ approval, result: { booked: true } }))).toBe("ran");
  });

  test("without a result nobody knows, except of tools for whose result nobody waits", () => {
    expect(fateOf(call())).toBe("unknown");
    expect(fateOf(call({ effect: "display" }))).toBe("ran");
    expect(fateOf(call({ effect: "control" }))).toBe("ran");
    expect(fateOf(call({ fate: "never-ran", result: "x" }))).toBe("never-ran");
  });
});

describe("the fates of a conversation", () => {
  const fates = (calls: readonly ToolCall[], facts: Parameters<typeof withFates>[1]) =>
    allCalls(withFates(conversation([["Hello", ...calls]]), facts)).map((made) => made.call.fate);

  test("a tool that ends the conversation ran", () => {
    expect(fates([call(), call({ name: "transfer" })], { ends: ["transfer"] })).toEqual(["unknown", "ran"]);
  });

  test("the suite's own test wins, and may leave it to Viva", () => {
    const failed = (_call: ToolCall, result: JsonValue | undefined) =>
      result === "full" ? true : result === "Error 0: all is well" ? false : undefined;
    const results = ["full", "Error 0: all is well", "Error 1", "fine"].map((result) => call({ result }));
    expect(fates([...results, call()], { failed })).toEqual(["failed", "ran", "failed", "ran", "unknown"]);
  });

  test("a test of the suite that answers with something else is refused", () => {
    const failed = (() => Promise.resolve(true)) as never;
    expect(() => fates([call({ result: 1 })], { failed })).toThrow("neither true, false nor undefined");
  });

  test("what others know is asked only about a call without a result", () => {
    const isLeftOut = () => true;
    expect(fates([call(), call({ result: 1 }), call({ effect: "display" })], { isLeftOut })).toEqual([
      "never-ran",
      "ran",
      "ran",
    ]);
    expect(fates([call()], { isLeftOut, resultSeen: () => "Error: full" })).toEqual(["failed"]);
  });
});
