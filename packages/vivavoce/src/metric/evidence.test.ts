import { expect, test } from "vitest";
import { listCalls, madeCalls, quoteCall, quoteReply, showCall } from "./evidence.ts";
import { call, transcriptOf } from "./testing-transcript.test-helper.ts";

test("calls are numbered through the conversation", () => {
  const made = madeCalls(transcriptOf([[call("a"), call("b")], [call("a")]]));
  expect(made.map(({ exchange, position, call: { name } }) => [exchange, position, name])).toEqual([
    [1, 0, "a"],
    [1, 1, "b"],
    [2, 2, "a"],
  ]);
  expect(listCalls(made)).toBe("a (exchange 1), b (exchange 1), a (exchange 2)");
});

test("a call is shown with its arguments, as they were written if they are not JSON", () => {
  expect(showCall(call("add", { text: "Call Ana" }))).toBe('add({"text":"Call Ana"})');
  expect(showCall(call("add", {}, { raw: "{text:" }))).toBe("add({text:)");
});

test("quotes are one line, safe to print, and not endless", () => {
  expect(quoteReply(2, "two\nlines").text).toBe("two lines");
  expect(quoteReply(2, `begins ${"x".repeat(2_000)} ends`).text).toMatch(/^begins x{592}…x{395} ends$/);
  const quote = quoteCall({ exchange: 3, call: call("add", { text: "\u001b[31mred" }) });
  expect(quote).toMatchObject({ exchange: 3, source: "call" });
  expect(quote.text).not.toContain("\u001b");
});
