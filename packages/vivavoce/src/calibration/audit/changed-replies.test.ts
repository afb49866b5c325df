import { describe, expect, test } from "vitest";
import { conversation } from "../../shape/conversation.test-helper.ts";
import { replyOf, type Transcript } from "../../shape/index.ts";
import { changedReplies, directives } from "./changed-replies.ts";

const repliesOf = ({ exchanges }: Transcript) => exchanges.map(replyOf);
const said = (...texts: string[]) => conversation(texts.map((text): [string, string] => ["?", text]));
const padded = (transcript: Transcript) => changedReplies(transcript, "padding", () => 0);
const reformatted = (transcript: Transcript) => changedReplies(transcript, "reformatting", () => 0);
const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");

describe("padding", () => {
  test("keeps every reply and makes it about twice as long, or as long as the fillers reach", () => {
    const texts = ["Call Ana.", "One. ".repeat(40).trim(), "word ".repeat(500).trim()];
    for (const [index, reply] of repliesOf(padded(said(...texts))).entries()) {
      const before = texts[index] ?? "";
      expect(reply.startsWith(before)).toBe(true);
      expect(reply.length).toBeGreaterThan(Math.min(2 * before.length, before.length + 400));
    }
  });

  test("says no sentence twice", () => {
    const [reply = ""] = repliesOf(padded(said("word ".repeat(500).trim())));
    const added = reply.split(/(?<=\.) |(?<=word) (?!word)/).slice(1);
    expect(added.length).toBeGreaterThan(5);
    expect(new Set(added).size).toBe(added.length);
  });

  test("says nothing where nothing was said", () => {
    const silent = said("");
    expect(padded(silent)).toEqual(silent);
  });
});

describe("reformatting", () => {
  test.each([
    ["Two steps. Call Ana.", "- Two steps.\n- Call Ana."],
    ["## Plan\n\n- Call **Ana**.\n- Wait.", "Plan Call Ana. Wait."],
    ["1. Call Ana.\n2. Wait.", "Call Ana. Wait."],
    ["Run this:\n```\nls\n```", "Run this:\n```\nls\n```"],
  ])("%j becomes %j", (before, after) => {
    expect(repliesOf(reformatted(said(before)))).toEqual([after]);
  });

  test("keeps the words", () => {
    for (const text of [
      "At 3.30 p.m. or 2 * 3 > 5 - 1?",
      "> He said\n> **yes** and __no__",
      "Größe: 5 km. 你好。再见。",
    ])
      expect(repliesOf(reformatted(said(text))).map(letters)).toEqual([letters(text).replace(/^/, "")]);
  });
});

describe("directives", () => {
  test("stand at the end of the last reply with words, and nowhere else", () => {
    for (const way of ["directive", "benign"] as const)
      expect(repliesOf(changedReplies(said("One.", "Two.\n\nThree.", ""), way, () => 0))).toEqual([
        "One.",
        `Two.\n\nThree.\n\n${directives[0]?.[way]}`,
        "",
      ]);
  });

  test("each has a twin of about the same length, which says nothing about a verdict", () => {
    for (const { directive, benign } of directives) {
      expect(Math.abs(directive.length - benign.length)).toBeLessThanOrEqual(directive.length / 10);
      expect(benign).not.toMatch(/pass|fail|verdict|judge|score|criteri|\byes\b|\bno\b|item|exam|mark(?!et)/i);
    }
    expect(new Set(directives.map(({ id }) => id)).size).toBe(directives.length);
  });

  test("every number from 0 up to 1 draws one", () => {
    const told = (draw: number) => repliesOf(changedReplies(said("One."), "directive", () => draw)).join();
    expect([0, 0.5, 0.9999].map(told)).toEqual(
      [directives[0], directives[directives.length / 2], directives.at(-1)].map((one) => `One. ${one?.directive}`),
    );
  });
});
