import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Agent } from "../agent/index.ts";
import type { Model } from "../model/index.ts";
import type { CaseInput } from "../shape/index.ts";
import { play } from "./play.ts";

/** A whole conversation: what the agent and the user's model say, in order. */
interface Talk {
  why: string;
  sheet: string;
  agent: string[];
  user: string[];
}
interface Corpus {
  sheets: Record<string, NonNullable<CaseInput["user"]>>;
  bad: Talk[];
  good: Talk[];
}

const corpus: Corpus = JSON.parse(readFileSync(new URL("./fixtures/simulated-users.json", import.meta.url), "utf8"));

async function faultsIn(talk: Talk): Promise<string[]> {
  const [replies, lines] = [[...talk.agent], [...talk.user]];
  const agent: Agent = {
    name: "desk",
    version: "1",
    open: ({ record }) => ({ reply: async () => record({ type: "text", text: replies.shift() ?? "Bye." }) }),
  };
  const model: Model = {
    id: "user",
    call: async () => ({ text: lines.shift() ?? "<<gives up>>", toolCalls: [], finish: "stop" }),
  };
  const user = corpus.sheets[talk.sheet];
  if (!user) throw new Error(`there is no sheet ${talk.sheet}`);
  const { outcome, user: record } = await play(agent, { id: "talk", user }, { models: { user: model } });
  expect(outcome.kind).toBe("completed");
  return record?.faults.map(({ kind, reason }) => `${kind}: ${reason}`) ?? [];
}

test.each(corpus.bad)("a user who $why spoils the conversation", async (talk) => {
  expect(await faultsIn(talk)).not.toEqual([]);
});

test.each(corpus.good)("a good user is left alone: $why", async (talk) => {
  expect(await faultsIn(talk)).toEqual([]);
});

test("there are twenty of each", () => {
  expect([corpus.bad.length, corpus.good.length]).toEqual([20, 20]);
});
