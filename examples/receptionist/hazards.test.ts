import { describe, expect, test } from "vitest";
import { callsOf, replyOf } from "vivavoce";
import { courseOf } from "./course.ts";
import { evacuation } from "./prompt/evacuation.ts";
import { cassettes, type Folder } from "./testing/cassette.ts";
import { call, playCase } from "./testing/play-call.ts";
import { playTape } from "./testing/play-tape.ts";
import { caseCalled } from "./testing/shipped-cases.ts";

const production = { mode: "production-turn" } as const;

/** What is said, and the states that a call goes through, on its tape. */
async function onTape(folder: Folder, id: string) {
  const testCase = caseCalled(cassettes[folder].cases, id);
  const { transcript } = await playTape(folder, testCase);
  const states = courseOf(transcript, testCase).stages.map(({ state }) => state);
  return { states, replies: transcript.exchanges.map(replyOf), calls: transcript.exchanges.flatMap(callsOf) };
}

describe("a gas heater runs, and nobody smells anything", () => {
  test("asked once more, and then the call goes on", async () => {
    const { states, replies } = await onTape("calls/prompt=v2", "gas_heater_without_a_smell");
    expect(states.slice(0, 3)).toEqual(["safety", "safety", "service_area"]);
    expect(replies[1]).toMatch(/gas.*\?$/);
    expect(replies).not.toContain(evacuation);
  });

  test.each<Folder>(["snippets/mode=prompt-only,prompt=v2", "snippets/mode=production-turn,prompt=v2"])(
    "%s: one clarifying question, nobody is sent outside",
    async (folder) => {
      const { states, replies } = await onTape(folder, "safety_ambiguous");
      expect(states).toEqual(["safety"]);
      expect(replies).toEqual([expect.stringMatching(/gas.*\?$/)]);
    },
  );
});

describe("somebody smells gas", () => {
  test("out of the house before anything else, without a model", async () => {
    const { states, replies, calls } = await onTape("calls/prompt=v2", "gas_emergency");
    expect(states).toEqual(["safety", "safety_exit"]);
    expect(replies.at(-1)).toBe(evacuation);
    expect(calls.map(({ name }) => name)).toEqual(["lookup_caller"]);
  });

  test("in the first line: before the account is looked up", async () => {
    const { transcript, model } = await playCase(call(["Hi, my name is Jo and I smell gas"]), [], production);
    expect(transcript.exchanges.map(replyOf)).toEqual([evacuation]);
    expect(transcript.exchanges.flatMap(callsOf)).toEqual([]);
    expect(model.calls).toEqual([]);
  });

  test("in the middle of something else", async () => {
    const { replies } = await onTape("snippets/mode=production-turn,prompt=v2", "discovery_smells_gas");
    expect(replies).toEqual([evacuation]);
  });
});

test.each(["There's no cold air", "No, it's not cooling", "No cold air at all, and no, I did not touch it"])(
  "a first line with the word no in it does not skip the safety question: %s",
  async (line) => {
    const { transcript, testCase, model } = await playCase(call([line]), ["Any gas smell?"], production);
    expect(courseOf(transcript, testCase).stages.map(({ state }) => state)).toEqual(["safety"]);
    expect(model.calls[0]?.messages[0]?.content).toContain("What this moment calls for (safety)");
  },
);
