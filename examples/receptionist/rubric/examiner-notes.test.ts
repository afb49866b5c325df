import { expect, test } from "vitest";
import { nothingAgent, play } from "vivavoce";
import { rubric } from "vivavoce/metrics";
import { officeOf } from "../backend/index.ts";
import { receptionistRubric } from "../rubric.ts";
import { playCase, snippet } from "../testing/play-call.ts";
import { scoreReply } from "../testing/score-reply.ts";
import { examinerNotes } from "./examiner-notes.ts";

test("the judge is given the snippet's notes and the agent's system prompt, whole", async () => {
  const { transcript, testCase, model } = await playCase(snippet("safety", "What?"), ["Hm."], { mode: "prompt-only" });
  const prompt = model.calls[0]?.messages[0]?.content ?? "";
  expect(prompt).toContain("You are Dana");
  expect(examinerNotes(testCase, transcript)).toBe(
    `What a good reply does here, and what it must not do: A scene.\n\nThe system prompt under which the reply was worded, whole:\n\n${prompt}`,
  );
});

test("they reach the judge to the letter", async () => {
  const metric = rubric({ ...receptionistRubric, notes: examinerNotes });
  const { judge, testCase, transcript } = await scoreReply(metric, "Who am I talking to?", [{}]);
  const told = judge.calls[0]?.messages.map(({ content }) => content).join("\n") ?? "";
  expect(told).toContain(JSON.stringify(examinerNotes(testCase, transcript)).slice(1, -1));
});

test("in production-turn it is the prompt of where the machine has come to", async () => {
  const { transcript, testCase } = await playCase(snippet("welcome", "My AC died"), ["Any gas smell?"], {
    mode: "production-turn",
  });
  const notes = examinerNotes(testCase, transcript);
  expect(notes).toContain("# What this moment calls for (safety)");
  expect(notes).not.toContain("(welcome)");
});

test("where the fixed text was said there was no prompt", async () => {
  const { transcript, testCase } = await playCase(snippet("safety", "I smell gas"), [], { mode: "production-turn" });
  expect(examinerNotes(testCase, transcript)).toBe(
    "What a good reply does here, and what it must not do: A scene.\n\nNo model worded this reply: in an emergency a fixed text is said.",
  );
});

test("an agent that left the machine's way has no prompt to be held to", async () => {
  const input = snippet("welcome", "My AC died");
  const { testCase } = await playCase(input, ["Any gas smell?"], { mode: "production-turn" });
  const variant = { prompt: "v2", mode: "production-turn" };
  const transcript = await play(nothingAgent(), input, { world: officeOf(testCase), variant });
  expect(examinerNotes(testCase, transcript)).toBe("What a good reply does here, and what it must not do: A scene.");
});
