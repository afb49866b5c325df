import { expect, test } from "vitest";
import { transcriptOf } from "../../testing-transcript.test-helper.ts";
import { checkReplies, folder } from "./replies.ts";

const wish = { id: "long", label: "is long" };
const isLong = (text: string) => ({ ok: text.length > 3, reason: `the reply has ${text.length} characters` });

test("a check takes its words from the reply that decides it", () => {
  const transcript = transcriptOf([["yes"], ["certainly"]]);
  expect(checkReplies(transcript, "every", wish, isLong)).toEqual({
    id: "long",
    label: "is long",
    verdict: "no",
    ok: false,
    value: 0,
    reason: "exchange 1: the reply has 3 characters",
    evidence: [{ text: "yes", exchange: 1, source: "reply" }],
  });
  expect(checkReplies(transcript, "any", wish, isLong)).toMatchObject({
    ok: true,
    value: 1,
    evidence: [{ exchange: 2 }],
  });
});

test("a conversation without an exchange has no reply to read", () => {
  expect(checkReplies(transcriptOf([]), "last", wish, isLong)).toMatchObject({ ok: false, verdict: "no reply" });
});

test("an empty reply has nothing to quote", () => {
  expect(checkReplies(transcriptOf([[]]), "last", wish, isLong)).toMatchObject({ ok: false, evidence: [] });
});

test("folding composes letters, and drops case where asked", () => {
  expect(folder(false)("Cafe\u0301")).toBe("Caf\u00e9");
  expect(folder(true)("CAFE\u0301")).toBe("caf\u00e9");
});
