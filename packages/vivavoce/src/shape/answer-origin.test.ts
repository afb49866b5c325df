import { expect, test } from "vitest";
import { newDraw } from "./answer-origin.ts";

test("an answer is one draw with another only if the provider's own number and the words are the same", () => {
  const id = "chatcmpl-B9MBs8CjcvOU2jLn4n570S5qM";
  const said = (text: string, given?: string) => newDraw({ id: given, text, toolCalls: [] });
  expect(said("Yes.", id)).toBe(said("Yes.", id));
  expect(said("Yes.", id)).not.toBe(said("No.", id));
  expect(said("Yes.", id)).not.toBe(said("Yes.", `${id}x`));
  for (const few of [undefined, "", "chatcmpl-123"]) expect(said("Yes.", few)).not.toBe(said("Yes.", few));
});
