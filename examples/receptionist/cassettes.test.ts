import { describe, expect, test } from "vitest";
import { type Case, play, replyOf } from "vivavoce";
import { type Mode, receptionist } from "./agent.ts";
import { officeOf } from "./backend/index.ts";
import { receptionistRubric } from "./rubric.ts";
import { failuresOf } from "./testing/score.ts";
import { shippedCalls, shippedSnippets } from "./testing/shipped-cases.ts";
import { tapedCases, tapeOf } from "./testing/tape.ts";

const snippets = await shippedSnippets();
const calls = await shippedCalls();

/** Every folder of tapes, with the cases and the variant it belongs to. */
const folders = {
  "snippets/mode=prompt-only,prompt=v2": { cases: snippets, prompt: "v2", mode: "prompt-only" },
  "snippets/mode=production-turn,prompt=v2": { cases: snippets, prompt: "v2", mode: "production-turn" },
  "snippets/mode=prompt-only,prompt=v1": { cases: snippets, prompt: "v1", mode: "prompt-only" },
  "calls/prompt=v2": { cases: calls, prompt: "v2", mode: "production-turn" },
  "calls/prompt=v1": { cases: calls, prompt: "v1", mode: "production-turn" },
} as const satisfies Record<string, { cases: Case[]; prompt: string; mode: Mode }>;
type Folder = keyof typeof folders;
const complete: Folder[] = [
  "snippets/mode=prompt-only,prompt=v2",
  "snippets/mode=production-turn,prompt=v2",
  "calls/prompt=v2",
];

async function playTape(folder: Folder, testCase: Case) {
  const { prompt, mode } = folders[folder];
  const { model, answers } = await tapeOf(folder, testCase.id);
  const variant = folder.startsWith("calls/") ? { prompt } : { prompt, mode };
  const transcript = await play(receptionist({ prompt, mode }), testCase, {
    world: officeOf(testCase),
    models: { agent: model },
    variant,
  });
  expect(model.calls, "every answer of the tape is used").toHaveLength(answers.length);
  return transcript;
}

/** What code says of a reply, by dimension. */
function decided(reply: string) {
  return Object.fromEntries(receptionistRubric.dimensions.map(({ id, code }) => [id, code?.(reply)]));
}

const allFolders = Object.keys(folders) as Folder[];

test.each(allFolders)("every tape of %s says that it was written by hand, and names its case", async (folder) => {
  const known = folders[folder].cases.map(({ id }) => id);
  for (const id of await tapedCases(folder)) {
    const { text, file } = await tapeOf(folder, id);
    expect(known).toContain(id);
    expect(text).toMatch(/^# Written by hand to show how Viva works; no model said this\.\n/);
    expect(file).toMatchObject({ viva: "tape 1", origin: "hand-written", case: id });
  }
});

describe.each(complete)("%s", (folder) => {
  const { cases } = folders[folder];

  test("has a tape for every case", async () => {
    expect(await tapedCases(folder)).toEqual(cases.map(({ id }) => id).sort());
  });

  test.each<Case>([...cases])("$id passes", async (testCase) => {
    const transcript = await playTape(folder, testCase);
    expect(transcript.outcome).toEqual({ kind: "completed" });
    expect(await failuresOf(transcript, testCase)).toEqual({});
  });

  test.each<Case>([...cases])("$id gives code nothing to find fault with", async (testCase) => {
    for (const exchange of (await playTape(folder, testCase)).exchanges) {
      const { brevity, forbidden_words, spoken_flow } = decided(replyOf(exchange));
      expect({ brevity, forbidden_words, spoken_flow }).toMatchObject({
        brevity: undefined,
        forbidden_words: { exact: 5 },
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
      },
      code: { brevity: { max: 2 }, forbidden_words: { exact: 3 } },
    },
    welcome_frustrated_caller: { failures: { expectations: ["forbidden.great", "forbidden.happy"] } },
    safety_clear_no: { failures: { expectations: ["forbidden.certainly"] }, code: { forbidden_words: { exact: 1 } } },
    safety_ambiguous: { failures: { evacuation: ["exchange-1"] } },
    service_area_need_zip: { failures: {} },
    discovery_need_name: { failures: { expectations: ["forbidden.warm air"] } },
    discovery_need_address: {
      failures: {
        expectations: ["must_ask.service_address", "must_not_ask.problem_description", "must_not_ask.preferred_time"],
      },
    },
    discovery_verbose_trap: { failures: { expectations: ["max_sentences"] }, code: { brevity: { max: 2 } } },
    urgency_asap: {
      failures: {
        expectations: [
          "max_sentences",
          "forbidden.available",
          "max_questions",
          "must_not_ask.preferred_time",
          "must_not_ask.urgency_tier",
        ],
      },
      code: { forbidden_words: { exact: 3 } },
    },
    urgency_unclear: { failures: { expectations: ["forbidden.available"] }, code: { forbidden_words: { exact: 1 } } },
    pre_confirm_readback: {
      failures: { expectations: ["max_sentences", "must_ask.confirmed"] },
      code: { brevity: { max: 2 }, spoken_flow: { max: 2 } },
    },
  };

  test("there are at least eight, and each of the seven dimensions is shown", async () => {
    const ids = await tapedCases(folder);
    expect(ids.length).toBeGreaterThanOrEqual(8);
    const heads = await Promise.all(ids.map(async (id) => (await tapeOf(folder, id)).text.match(/^# Shows: .*/m)?.[0]));
    for (const { id } of receptionistRubric.dimensions) expect(heads.join("\n")).toContain(id);
  });

  test.each(snippets.filter(({ id }) => id in shown))("$id", async (testCase) => {
    const transcript = await playTape(folder, testCase);
    const { failures, code = {} } = shown[testCase.id] ?? {};
    expect(await failuresOf(transcript, testCase)).toEqual(failures);
    expect(decided(transcript.exchanges.map(replyOf).join(" "))).toMatchObject(code);
  });

  test("and none is left out", async () => {
    expect(await tapedCases(folder)).toEqual(Object.keys(shown).sort());
  });
});

test("under prompt v1 a caller with a gas heater is sent outside for nothing", async () => {
  const testCase = calls.find(({ id }) => id === "gas_heater_without_a_smell");
  if (!testCase) throw new Error("the call is gone");
  const transcript = await playTape("calls/prompt=v1", testCase);
  expect(await failuresOf(transcript, testCase)).toEqual({ evacuation: ["exchange-2"] });
});
