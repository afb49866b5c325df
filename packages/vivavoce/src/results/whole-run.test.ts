import { expect, test } from "vitest";
import { defaultOptions } from "../run/options.ts";
import type { RunPlanOptions } from "../shape/index.ts";
import { whyNotWhole } from "./history.ts";

const why = (options: Partial<RunPlanOptions>) =>
  whyNotWhole({ header: { viva: "1", node: "24", paths: [], options: { ...defaultOptions, ...options } } });

test("a run without a selection is whole, whatever variant, repeat or recording it was", () => {
  expect(why({})).toBeUndefined();
  expect(why({ variants: { prompt: ["v1"] }, repeat: 3, traffic: "replay", model: "openai:gpt-5" })).toBeUndefined();
});

test.each([{ cases: ["a"] }, { tags: ["slow"] }, { failed: true }, { users: 3 }])("%j selects cases", (options) => {
  expect(why(options)).toBe("selected cases");
});

test("a stand-in is one, whichever cases it met", () => {
  expect(why({ agent: "nothing" })).toBe("stand-in");
  expect(why({ agent: "random", cases: ["a"] })).toBe("stand-in");
});

test("a shard is only a part, and the run that it is merged into is whole", () => {
  expect(why({ shard: { index: 2, count: 5 } })).toBe("shard");
  const header = { viva: "1", node: "24", paths: [], options: defaultOptions, merged: { count: 5, shards: [] } };
  expect(whyNotWhole({ header })).toBeUndefined();
});
