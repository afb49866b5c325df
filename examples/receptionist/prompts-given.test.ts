import { expect, test } from "vitest";
import { promptsGiven } from "./prompts-given.ts";
import { call, playCase, snippet } from "./testing/play-call.ts";

test("a judge is shown what the agent was sent, letter by letter", async () => {
  const lines = ["My AC died", "No", "78745", "Maria", "4210 S Lamar", "tomorrow", "Yes"];
  const { transcript, testCase, model } = await playCase(
    call(lines),
    lines.map(() => "Okay."),
    { mode: "production-turn" },
  );
  expect(promptsGiven(transcript, testCase).map(({ prompt }) => prompt)).toEqual(
    model.calls.map(({ messages }) => messages[0]?.content),
  );
});

test("of the version that was on trial", async () => {
  const { transcript, testCase, model } = await playCase(snippet("safety", "What?"), ["Hm."], {
    mode: "prompt-only",
    prompt: "v1",
  });
  expect(promptsGiven(transcript, testCase)).toEqual([{ exchange: 1, prompt: model.calls[0]?.messages[0]?.content }]);
});

test("where the fixed text was said there was none", async () => {
  const { transcript, testCase } = await playCase(call(["I smell gas"]), [], { mode: "production-turn" });
  expect(promptsGiven(transcript, testCase)).toEqual([{ exchange: 1 }]);
});
