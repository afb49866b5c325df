import { expect, it } from "vitest";
import { sentencesOf } from "../../base/index.ts";
import type { AgentContext } from "../types.ts";
import { aiSdkAgent } from "./ai-sdk-agent.ts";

// `ai` is not among our own dependencies; frameworks/ai-sdk.test.ts has it.
it("names the command that installs what is missing", async () => {
  const model = { id: "test:model", call: () => expect.fail() };
  const context = { case: { history: [] }, model: () => model } as unknown as AgentContext;
  const session = await aiSdkAgent({}).open(context);
  const error = await session.reply("Hello", new AbortController().signal).catch((reason: unknown) => reason);
  expect(sentencesOf(error)).toMatch(/needs the package `ai`.*npm install ai@7/s);
});
