import { describe, expect, test } from "vitest";
import { type Case, replyOf, type Transcript } from "vivavoce";
import { receptionistRubric } from "./rubric.ts";
import { cassettes, completeFolders, type Folder, folders } from "./testing/cassette.ts";
import { playTape } from "./testing/play-tape.ts";
import { failuresOf } from "./testing/score.ts";
import { caseCalled } from "./testing/shipped-cases.ts";
import { tapedCases, tapeOf } from "./testing/tape.ts";

/** What code says of each reply, by dimension. */
function decided(transcript: Transcript, testCase: Case) {
  return transcript.exchanges.map((exchange) =>
    Object.fromEntries(
      receptionistRubric.dimensions.map(({ id, code }) => [
        id,
        code?.({ text: replyOf(exchange), exchange, transcript }, testCase),
      ]),
    ),
  );
}

test.each(folders)("every tape of %s says that it was written by hand, and names its case", async (folder) => {
  const known = cassettes[folder].cases.map(({ id }) => id);
  for (const id of await tapedCases(folder)) {
    const { text, file } = await tapeOf(folder, id);
    expect(known).toContain(id);
    expect(text).toMatch(/^# Written by hand to show how Viva works; no model said this\.\n/);
    expect(file).toMatchObject({ viva: "tape 1", origin: "hand-written", case: id });
  }
});

describe.each(completeFolders)("%s", (folder) => {
  const { cases } = cassettes[folder];

  test("has a tape for every case", async () => {
    expect(await tapedCases(folder)).toEqual(cases.map(({ id }) => id).sort());
  });

  test.each<Case>([...cases])("$id passes, and gives code nothing to find fault with", async (testCase) => {
    const { transcript } = await playTape(folder, testCase);
    expect(transcript.outcome).toMatchObject({ kind: "completed" });
    expect(await failuresOf(transcript, testCase)).toEqual({});
    for (const { brevity, forbidden_words, spoken_flow } of decided(transcript, testCase)) {
      expect({ brevity, forbidden_words, spoken_flow }).toMatchObject({
        brevity: undefined,
        forbidden_words: { oneOf: [1, 3, 5] },
        spoken_flow: undefined,
      });
    }
  });
});

describe("under prompt v1 each tape shows its kind of failure", () => {
  const folder: Folder = "snippets/mode=prompt-only,prompt=v1";
  /** What code finds, as far as it can: the rest is the judge's. */
  const shown: Record<string, { failures: Record<string, string[]>; code?: object }> = {
    welcome_service_intent: {
      failures: {
        expectations: [
          "max_sentences",
          "forbidden.I understand",
          "max_questions",
          "must_not_ask.customer_name",
          "must_not_ask.service_address",
        ],
        spoken: ["words-p95", "questions"],
      },
      code: { brevity: { atMost: 2 }, forbidden_words: { exactly: 3 } },
    },
    welcome_frustrated_caller: { failures: { expectations: ["forbidden.great", "forbidden.happy"] } },
    safety_clear_no: { failures: { expectations: ["forbidden.certainly"] }, code: { forbidden_words: { exactly: 1 } } },
    safety_ambiguous: { failures: { hazard: ["exchange-1"] } },
    service_area_need_zip: { failures: {} },
    discovery_need_name: { failures: { expectations: ["forbidden.warm air"] } },
    discovery_need_address: {
      failures: {
        expectations: ["must_ask.service_address", "must_not_ask.problem_description", "must_not_ask.preferred_time"],
        spoken: ["questions", "asked-again"],
      },
    },
    discovery_verbose_trap: {
      failures: { expectations: ["max_sentences"], spoken: ["words-p95"] },
      code: { brevity: { atMost: 2 } },
    },
    urgency_asap: {
      failures: {
        expectations: [
          "max_sentences",
          "forbidden.available",
          "max_questions",
          "must_not_ask.preferred_time",
          "must_not_ask.urgency_tier",
        ],
        spoken: ["asked-again"],
      },
      code: { brevity: { atMost: 2 }, forbidden_words: { exactly: 3 } },
    },
    urgency_unclear: { failures: { expectations: ["forbidden.available"] }, code: { forbidden_words: { exactly: 1 } } },
    pre_confirm_readback: {
      failures: { expectations: ["max_sentences", "must_ask.confirmed"], spoken: ["words-p95", "speakability"] },
      code: { brevity: { atMost: 2 }, spoken_flow: { atMost: 2 } },
    },
  };

  test("there are at least eight, and each of the seven dimensions is shown", async () => {
    const ids = await tapedCases(folder);
    expect(ids.length).toBeGreaterThanOrEqual(8);
    const heads = await Promise.all(ids.map(async (id) => (await tapeOf(folder, id)).text.match(/^# Shows: .*/m)?.[0]));
    for (const { id } of receptionistRubric.dimensions) expect(heads.join("\n")).toContain(id);
  });

  test.each(Object.entries(shown))("%s", async (id, { failures, code = {} }) => {
    const testCase = caseCalled(cassettes[folder].cases, id);
    const { transcript } = await playTape(folder, testCase);
    expect(await failuresOf(transcript, testCase)).toEqual(failures);
    expect(decided(transcript, testCase)).toMatchObject([code]);
  });

  test("and none is left out", async () => {
    expect(await tapedCases(folder)).toEqual(Object.keys(shown).sort());
  });
});

describe("under prompt v1", () => {
  test.each([
    ["a call ends well and is hard to listen to", "booking_from_hello_to_confirm", { spoken: ["questions"] }],
    [
      "a caller with a gas heater is sent outside for nothing",
      "gas_heater_without_a_smell",
      { hazard: ["exchange-2"], stateNeeds: ["exchange-2"] },
    ],
    ["an address is read back wrong", "caller_changes_the_address", { spoken: ["read-back-address"] }],
  ])("%s", async (_, id, failures) => {
    const testCase = caseCalled(cassettes["calls/prompt=v1"].cases, id);
    const { transcript } = await playTape("calls/prompt=v1", testCase);
    expect(await failuresOf(transcript, testCase)).toEqual(failures);
  });
});
