import { expect, it } from "vitest";
import { sentencesOf } from "../../base/index.ts";
import { loadAiSdk } from "./ai-sdk-agent.ts";

// `ai` is not among our own dependencies; frameworks/ai-sdk.test.ts has it.
it("names the command that installs what is missing", async () => {
  const error = await loadAiSdk().catch((reason: unknown) => reason);
  expect(sentencesOf(error)).toMatch(/needs the package `ai`.*npm install ai@7/s);
});
