import { describe, expect, test } from "vitest";
import { spoken } from "../metric/rules/spoken.ts";
import type { SpokenOptions } from "../metric/rules/spoken-options.ts";
import {
  call,
  caseOf,
  exchange,
  noJudge,
  scoredOf,
  scoreOf,
  transcriptOf,
} from "../metric/testing-transcript.test-helper.ts";
import { scoreSchema } from "../shape/index.ts";
import { book, turn } from "./testing-call.test-helper.ts";

/** A whole call, from hello to the booking, that keeps every rule. */
const good = transcriptOf([
  turn("Hi, my AC died this morning.", "That's rough in this heat. What's your name?"),
  turn("Maria Lopez.", "Thanks, Maria. What's the street address?"),
  turn("Forty-two ten South Lamar Boulevard.", "Got it. When would you like us out?"),
  turn("Tomorrow morning.", "So that's Maria Lopez, 4210 South Lamar Boulevard, tomorrow morning. Is that right?"),
  turn(
    "Yes.",
    book(
      { customer_name: "Maria Lopez", service_address: "4210 S Lamar Blvd", preferred_time: "tomorrow morning" },
      { result: { booked: true, id: "A1", time: "tomorrow between eight and ten" } },
    ),
    "You're all set for tomorrow between eight and ten.",
  ),
]);

describe("a good call", () => {
  test("has every check that applies, and all hold", async () => {
    const { value, passed, checks } = await scoredOf(spoken(), good);
    expect({ value, passed }).toEqual({ value: 1, passed: true });
    expect(checks.filter((check) => check.value !== undefined).map(({ id }) => id)).toEqual([
      "questions",
      "speakability",
      "openers",
      "asked-again",
      "read-back-name",
      "read-back-address",
      "read-back-time",
      "confirm",
    ]);
  });

  test("is a valid score and marked as decided by code", async () => {
    const score = await scoreOf(spoken(), good);
    expect(scoreSchema.parse(score)).toMatchObject({ metric: "spoken", judged: false, gating: true });
  });

  test("keeps its figures and the last three values of every slot", async () => {
    const { detail } = await scoredOf(spoken(), good);
    expect(detail).toMatchObject({
      words: { p50: 8 },
      latencyMs: { p50: null, p95: null },
      firstWordMs: { p50: null, p95: null },
      slots: {
        name: { given: "Maria Lopez", readBack: "Maria Lopez", booked: "Maria Lopez" },
        address: {
          given: "Forty-two ten South Lamar Boulevard",
          readBack: "4210 South Lamar Boulevard",
          booked: "4210 S Lamar Blvd",
        },
      },
    });
  });
});

describe("the value", () => {
  test("is the share of checks that hold among those that count", async () => {
    // Two questions, a bracket: questions and speakability fail; openers holds; words and latency decide nothing.
    const played = transcriptOf([["What (exactly)? And why?"], ["Thanks."]]);
    const { value, checks } = await scoredOf(spoken(), played);
    expect(checks.filter((check) => check.value !== undefined).map(({ ok }) => ok)).toEqual([false, false, true]);
    expect(value).toBeCloseTo(1 / 3);
  });

  test("passes from the threshold on; without one all has to hold", async () => {
    const played = transcriptOf([["What? And why?"], ["Thanks."]]);
    expect(await scoredOf(spoken(), played)).toMatchObject({ passed: false, threshold: 1 });
    expect(await scoredOf(spoken({ threshold: 0.5 }), played)).toMatchObject({ passed: true });
  });

  test("is missing where there is nothing to check", async () => {
    expect(await scoreOf(spoken(), transcriptOf([]))).toMatchObject({ status: "skipped", reason: "nothing to check" });
    expect(await scoreOf(spoken(), transcriptOf([[call("find")]]))).toMatchObject({
      status: "skipped",
      reason: "nothing to check",
    });
    const limited = spoken({ checks: { latency: { p95: 500 } } });
    expect(await scoreOf(limited, transcriptOf([[call("find")]]))).toMatchObject({
      status: "skipped",
      reason: "nothing to check: latency: not measured: no time is recorded in 1 of 1 exchange",
    });
  });
});

describe("options", () => {
  const bad = transcriptOf([
    exchange(["Got **it**. Who? What's your name?"], { user: { content: "I'm Bo Diddley." }, replyMs: 900 }),
    exchange(["Got it, Bob Diddley.", book({ name: "Bob" })], { user: { content: "Hm." }, replyMs: 900 }),
  ]);
  const failed = async (options: SpokenOptions = {}) => {
    const { checks } = await scoredOf(spoken(options), bad);
    return checks.filter(({ ok }) => !ok).map(({ id }) => id);
  };

  test("without any, each fault is its own check", async () => {
    expect(await failed()).toEqual([
      "questions",
      "speakability",
      "openers",
      "asked-again",
      "read-back-name",
      "confirm",
    ]);
  });

  test.each([
    ["questions", { questions: false }],
    ["questions", { questions: 2 }],
    ["speakability", { speakability: false }],
    ["speakability", { speakability: { allow: ["markdown"] } }],
    ["openers", { openers: false }],
    ["asked-again", { askedAgain: false }],
    ["read-back-name", { readBack: false }],
    ["confirm", { confirm: false }],
  ] as const)("%s is not found with %j", async (id, checks) => {
    expect(await failed({ checks: checks as SpokenOptions["checks"] })).not.toContain(id);
  });

  test("true is the default", async () => {
    const checks = {
      words: true,
      questions: true,
      speakability: true,
      openers: true,
      askedAgain: true,
      readBack: true,
      confirm: true,
      latency: true,
      firstWord: true,
    };
    expect(await failed({ checks })).toEqual(await failed());
  });

  test("words and latency decide where they have a limit", async () => {
    expect(await failed({ checks: { words: { p95: 1 } } })).toContain("words-p95");
    expect(await failed({ checks: { words: { p50: 1 } } })).toContain("words-p50");
    expect(await failed({ checks: { latency: { p50: 500, p95: 1000 } } })).toContain("latency-p50");
    expect(await failed({ checks: { latency: { p95: 500 } } })).toContain("latency-p95");
    const streamed = transcriptOf([exchange(["One. Two."], { firstWordMs: 700, replyMs: 2000 })]);
    expect(await scoredOf(spoken({ checks: { firstWord: { p50: 600 } } }), streamed)).toMatchObject({ passed: false });
    const off = { words: false, latency: false, firstWord: false };
    const { checks } = await scoredOf(spoken({ checks: off }), bad);
    expect(checks.map(({ id }) => id).filter((id) => /words|latency|first-word/.test(id))).toEqual([]);
  });

  test("a limit on a time that was not measured is skipped and shown; the other checks make the value", async () => {
    const metric = spoken({ checks: { latency: { p95: 500 }, firstWord: { p95: 300 } } });
    const { value, checks } = await scoredOf(metric, transcriptOf([["What? And why?"], ["Thanks."]]));
    expect(value).toBeCloseTo(2 / 3);
    expect(checks.filter(({ status, verdict }) => status === "skipped" && verdict === "skipped")).toMatchObject([
      { id: "latency", reason: "not measured: no time is recorded in 2 of 2 exchanges" },
      { id: "first-word", reason: "not measured: no reply is recorded as streamed" },
    ]);
  });

  test("openers and speakability take their own options", async () => {
    const alike = transcriptOf([["Can you tell me more"], ["Can you hold on"]]);
    expect(await scoredOf(spoken(), alike)).toMatchObject({ value: 1 });
    expect(await scoredOf(spoken({ checks: { openers: { words: 2 } } }), alike)).toMatchObject({ passed: false });
    const often = transcriptOf([["Okay. A"], ["Sure. B"], ["Okay. C"], ["Right. D"]]);
    expect(await scoredOf(spoken(), often)).toMatchObject({ value: 1 });
    expect(await scoredOf(spoken({ checks: { openers: { share: 0.4 } } }), often)).toMatchObject({ passed: false });
    const plain = transcriptOf([["It's 78745."]]);
    expect(await scoredOf(spoken({ checks: { speakability: { digits: 4 } } }), plain)).toMatchObject({ value: 1 / 2 });
  });

  test("slots: a suite says how its own slot is asked for, given and booked", async () => {
    const slots = {
      equipment: {
        kind: "exact" as const,
        asks: ["what (system|equipment)"],
        gives: [/my (furnace|heat pump|ac)\b/i],
        argument: "system.kind",
      },
    };
    const played = (kind: string) =>
      transcriptOf([
        turn("My furnace is out.", "What system do you have?"),
        turn("The furnace, I said.", book({ system: { kind } })),
      ]);
    const wrong = await scoredOf(spoken({ slots }), played("heat pump"));
    expect(wrong.checks.filter(({ ok }) => !ok).map(({ id }) => id)).toEqual([
      "asked-again",
      "read-back-equipment",
      "confirm",
    ]);
    const right = await scoredOf(spoken({ slots }), played("Furnace"));
    expect(right.checks.find(({ id }) => id === "read-back-equipment")).toMatchObject({ ok: true });
  });

  test("slots: a built-in one can be left out", async () => {
    expect(await failed({ slots: { name: false } })).toEqual(["questions", "speakability", "openers", "confirm"]);
  });

  test("what is not an option is refused when the metric is made", () => {
    expect(() => spoken({ checks: { words: { p95: -1 } } })).toThrow(/spoken: checks.words/);
    expect(() => spoken({ checks: { question: 1 } as SpokenOptions["checks"] })).toThrow(/question/);
    expect(() => spoken({ commit: { tools: [] } })).toThrow(/commit names no tool/);
    expect(() => spoken({ slots: { x: { asks: ["["] } } })).toThrow(/not a regular expression/);
  });

  test("are part of its identity", () => {
    const hashes = [
      {},
      { checks: { questions: 2 } },
      { slots: { zip: false as const } },
      { slots: { name: { asks: [/who/] } } },
      { slots: { name: { asks: [/who/i] } } },
      { commit: { tools: ["book"] } },
      { known: () => ({ name: "Ana" }) },
      { threshold: 0.5 },
      { name: "own" },
    ].map((options) => spoken(options).identity.hash);
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(spoken({ report: true }).gating).toBe(false);
    expect(spoken({ name: "own" }).name).toBe("own");
  });
});

test("one metric used by a thousand calls at once gives each its own score", async () => {
  const metric = spoken();
  const calls = Array.from({ length: 1000 }, (_, index) => {
    const wrong = index % 3 === 0;
    return transcriptOf([
      turn(`I'm at ${1000 + index} Main Street.`, `So that's ${1000 + index + (wrong ? 1 : 0)} Main Street, right?`),
    ]);
  });
  const scores = await Promise.all(calls.map((played) => metric.score(played, caseOf(), noJudge)));
  for (const [index, score] of scores.entries()) {
    const check = score.status === "scored" ? score.checks.find(({ id }) => id === "read-back-address") : undefined;
    expect(check?.ok).toBe(index % 3 !== 0);
    expect(check?.reason).toContain(`the caller gave “${1000 + index} Main Street”`);
  }
});
