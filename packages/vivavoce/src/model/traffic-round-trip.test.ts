import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson, redactor } from "../base/index.ts";
import { draws } from "../seed.test-helper.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { openCassette } from "./cassette.ts";
import { liveTraffic } from "./live-traffic.ts";
import { replayTraffic } from "./replay-traffic.ts";
import type { Traffic } from "./traffic.ts";
import { modelTimeOf } from "./trial-clock.ts";
import type { ChatMessage, Model, ModelAnswer } from "./types.ts";

const secret = "swordfish-of-the-deep-7";
const hide = redactor({ MY_API_KEY: secret });

/** A small trial: the agent calls a tool, tells the result, and two judges look at it at once. */
async function trial(traffic: Traffic, opening: string) {
  const agent = traffic.model("agent");
  const messages: ChatMessage[] = [{ role: "user", content: opening }];
  const first = await agent.call({ messages, tools: [{ name: "look", parameters: { type: "object" } }] });
  messages.push({ role: "assistant", content: first.text, toolCalls: first.toolCalls });
  for (const { id } of first.toolCalls) messages.push({ role: "tool", toolCallId: id, content: "seen" });
  const second = await agent.call({ messages });
  const judged = await Promise.all(
    ["criteria", "relevancy"].map((name) =>
      traffic
        .model("judge", name)
        .call({ messages: [{ role: "user", content: `${name}: ${second.text}` }], temperature: 0 }),
    ),
  );
  const records = traffic.records().map(({ origin: _origin, ...record }) => record);
  return { said: [first, second], judged, records, modelMs: modelTimeOf(traffic.records()) };
}

/** Says what it is told to, with everything that a provider reports. */
function scripted(id: string, texts: string[]): { model: Model; time: { now: number } } {
  const time = { now: 0 };
  let calls = 0;
  const call = async (): Promise<ModelAnswer> => {
    calls += 1;
    time.now += 17.25 * calls;
    const toolCalls =
      calls === 1 ? [{ id: "toolu_1", name: "look", arguments: { at: texts[0] ?? "", deep: { n: [1, null] } } }] : [];
    return {
      text: texts[calls % texts.length] ?? "",
      toolCalls,
      finish: calls === 1 ? "tool-calls" : "stop",
      usage: { inputTokens: 100 * calls, outputTokens: 7, cachedTokens: 0 },
      cost: 0.1 + 0.2,
      servedModel: `${id}-2025`,
      warnings: undefined,
    };
  };
  return { model: { id, call }, time };
}

async function recordAndReplay(texts: string[], opening: string) {
  const directory = await mkdtemp(join(tmpdir(), "viva-round-trip-"));
  try {
    const { model, time } = scripted("test:model", texts);
    const clock = manualClock(Date.parse("2025-05-05T12:00:00Z"));
    const live = liveTraffic({ modelFor: () => model, redactor: hide, now: () => time.now, clock });
    const recorded = await trial(live, opening);
    const cassette = openCassette(directory, { redactor: hide });
    await cassette.write({}, "c1", {
      origin: "recorded",
      repeat: 1,
      startedAt: live.startedAt(),
      records: [...live.records()],
    });
    const [tape] = await openCassette(directory).read({}, "c1");
    if (!tape) throw new Error("no tape");
    const replay = replayTraffic({ tape, modelId: () => "test:model", redactor: hide });
    const replayed = await trial(replay, opening);
    return { recorded, replayed, replay, live, text: await readFile(cassette.path({}, "c1"), "utf8") };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

describe("a trial recorded and played again", () => {
  test("is the same to the byte", async () => {
    const { recorded, replayed, replay, live } = await recordAndReplay(["Here it is.\n- one", "yes"], "Hello");
    expect(JSON.stringify(replayed)).toBe(JSON.stringify(recorded));
    expect(replay.leftOver()).toEqual([]);
    expect(live.counts()).toEqual({ live: 4, cached: 0, reused: 0, dropped: 0 });
  });

  test("is the same whatever is said", async () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("null", "1e3", " a\n", "\r\n", "- x", "a\n\n\n"),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 4 }), text, async (texts, opening) => {
        const { recorded, replayed } = await recordAndReplay(texts, opening);
        expect(canonicalJson(replayed)).toBe(canonicalJson(JSON.parse(JSON.stringify(recorded))));
      }),
      draws(60),
    );
  });

  test("leaves no secret in the file, and still finds its tape", async () => {
    const { text, recorded, replayed } = await recordAndReplay([`the key is ${secret}`, "fine"], `use ${secret}`);
    expect(text).not.toContain(secret);
    expect(text).toContain("use [redacted:environment:");
    expect(replayed.said).toEqual(recorded.said);
  });
});
