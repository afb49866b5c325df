import { describe, expect, test } from "vitest";
import type { JsonValue } from "../base/index.ts";
import { misdirected, othersMeant, ownerless } from "./attribution.ts";

const trial = (caseId: string, ...lines: string[]) => ({ caseId, lines });
const chat = (...lines: string[]): JsonValue => ({
  model: "m",
  messages: [
    { role: "system", content: "Always answer yes or no." },
    ...lines.map((content) => ({ role: "user", content })),
  ],
});

const refund = trial("refund", "Hello", "I want my money back, please.");
const table = trial("table", "Hello", "Yes", "A table for four people.");
const shortly = trial("short", "Can I come by?", "Yes");
const open = [refund, table, shortly];

describe("a request", () => {
  test.each<[string, typeof refund, JsonValue, (typeof refund)[]]>([
    ["with its trial's last line", refund, chat("Hello", "I want my money back, please."), []],
    ["with another's", refund, chat("Hello", "Yes", "A table for four people."), [table]],
    ["with another's in which the own line came earlier", shortly, chat("Yes", "A table for four people."), [table]],
    ["with both, the own one last", refund, chat("A table for four people.", refund.lines[1] ?? ""), []],
    ["that adds a reminder after the own line", refund, chat(refund.lines[1] ?? "", "Be brief."), []],
    ["that adds one after another's line", refund, chat("A table for four people.", "Be brief."), [table]],
    ["with the own line inside a prompt", refund, chat(`Customer: ${refund.lines[1]}\nRoute it.`), []],
    ["with another's line inside a prompt", refund, chat("Customer: A table for\n four people.\nRoute."), [table]],
    ["with a short word that another's user said", refund, chat("Summarise: yes, yes."), []],
    ["with what its own user said earlier", table, chat("Yes"), []],
    ["with nobody's line", refund, chat("Summarise the manual."), []],
    ["that is empty", refund, null, []],
  ])("%s", (_what, own, body, expected) => {
    expect(othersMeant(own, open, body)).toEqual(expected);
  });

  test("of trials that say the same belongs to the one it came for", () => {
    const again = trial("refund", "Hello", "I want my money back, please.");
    expect(othersMeant(again, [refund, again], chat(...refund.lines))).toEqual([]);
  });

  test("may belong to any of several others", () => {
    const again = trial("table", ...table.lines);
    const found = othersMeant(refund, [refund, table, again], chat("A table for four people."));
    expect(found).toEqual([table, again]);
  });

  test("of a trial whose user has said nothing yet", () => {
    const silent = trial("silent");
    expect(othersMeant(silent, [silent, table], chat("A table for four people."))).toEqual([table]);
    expect(othersMeant(table, [silent, table], chat(""))).toEqual([]);
  });
});

describe("the words of the user are found in", () => {
  const line = "A table for four people.";
  test.each<[string, JsonValue]>([
    ["OpenAI's responses", { input: [{ role: "user", content: [{ type: "input_text", text: line }] }] }],
    ["OpenAI's responses, short form", { input: line }],
    ["Anthropic's messages", { messages: [{ role: "user", content: [{ type: "text", text: line }] }] }],
    [
      "Anthropic's messages, after a tool",
      {
        messages: [
          { role: "user", content: line },
          { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: "full" }] },
        ],
      },
    ],
    ["Gemini's contents", { contents: [{ role: "user", parts: [{ text: line }] }] }],
  ])("%s", (_name, body) => {
    expect(othersMeant(shortly, open, body)).toEqual([table]);
  });
});

test("the errors name the cases and the remedy", () => {
  const { message, remedy } = misdirected([table, table], refund);
  expect(message).toContain("of case table arrived as a call of case refund");
  expect(remedy).toContain('isolation: "process"');
  expect(ownerless("api.openai.com/v1/responses", true).message).toContain(
    "api.openai.com/v1/responses belongs to no trial",
  );
});
