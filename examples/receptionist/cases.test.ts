import { describe, expect, test } from "vitest";
import { nothingAgent, play } from "vivavoce";
import { worldEffects } from "vivavoce/metrics";
import { officeOf, officeTools } from "./backend/index.ts";
import { callDataOf } from "./case.ts";
import { finalState } from "./metrics/final-state.ts";
import { greeting } from "./prompt/greeting.ts";
import { decisionStates } from "./states.ts";
import { noJudge } from "./testing/no-judge.ts";
import { shippedCalls, shippedSimulations, shippedSnippets } from "./testing/shipped-cases.ts";

const snippets = await shippedSnippets();
const calls = await shippedCalls();
const simulations = await shippedSimulations();

test("there are at least 24 snippets and six whole calls, each with an id of its own", () => {
  expect(snippets.length).toBeGreaterThanOrEqual(24);
  expect(calls.length).toBeGreaterThanOrEqual(6);
  const ids = [...snippets, ...calls, ...simulations].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("every decision state has snippets", () => {
  const states = new Set<string>(snippets.map((snippet) => callDataOf(snippet).state));
  for (const state of decisionStates) expect(states).toContain(state);
});

describe("the ten that every version of this suite has", () => {
  test.each<[string, string, object]>([
    ["welcome_service_intent", "welcome", {}],
    ["welcome_frustrated_caller", "welcome", {}],
    ["safety_clear_no", "safety", { problem_description: "blowing warm air" }],
    ["safety_ambiguous", "safety", { problem_description: "noise from the furnace" }],
    ["discovery_need_name", "discovery", { zip_code: "78745" }],
    [
      "discovery_need_address",
      "discovery",
      { zip_code: "78745", customer_name: "Maria", problem_description: "cooling not engaging" },
    ],
    [
      "urgency_asap",
      "urgency",
      { customer_name: "Jonas", problem_description: "not cooling", service_address: "4210 S Lamar" },
    ],
    [
      "urgency_unclear",
      "urgency",
      { customer_name: "Tom", problem_description: "thermostat trouble", service_address: "1100 Congress Ave" },
    ],
    [
      "pre_confirm_readback",
      "pre_confirm",
      {
        customer_name: "Sarah",
        problem_description: "water leak",
        service_address: "2501 Lake Austin Blvd",
        zip_code: "78703",
        preferred_time: "tomorrow morning",
      },
    ],
    ["discovery_verbose_trap", "discovery", { zip_code: "78748", customer_name: "Dave" }],
  ])("%s", (id, state, known) => {
    const found = snippets.find((snippet) => snippet.id === id);
    const { session, ...data } = callDataOf(found ?? {});
    const { phone_number: _, confirmed: __, booking: ___, turns: ____, ...facts } = session;
    expect(data.state).toBe(state);
    expect(facts).toEqual(known);
  });

  test("the welcome snippets begin with the greeting", () => {
    for (const { id, history } of snippets.filter(({ tags }) => tags.includes("welcome"))) {
      expect(history[0], id).toEqual({ role: "assistant", content: greeting });
    }
  });
});

describe("every snippet", () => {
  test.each(snippets)("$id has notes for the judge and expectations for code", (snippet) => {
    const { notes, expect: expected } = callDataOf(snippet);
    expect(notes.length).toBeGreaterThan(30);
    expect(expected?.max_sentences).toBe(2);
  });

  test("and every kind of expectation is used", () => {
    const used = new Set(snippets.flatMap((snippet) => Object.keys(callDataOf(snippet).expect ?? {})));
    expect([...used].sort()).toEqual(["forbidden", "max_questions", "max_sentences", "must_ask", "must_not_ask"]);
  });
});

describe("whole calls", () => {
  test("between them call every tool", () => {
    const expected = new Set(calls.flatMap(({ expect: { calls: wanted = [] } }) => wanted.map(({ name }) => name)));
    expect([...expected].sort()).toEqual(officeTools.map(({ spec }) => spec.name).sort());
  });

  test("end in different ways", () => {
    const ends = new Set(calls.map((one) => callDataOf(one).final_state));
    expect(ends).toEqual(new Set(["confirm", "safety_exit", "follow_up", "non_service"]));
  });

  test.each(calls)("$id is passed by nobody who does nothing", async (testCase) => {
    const transcript = await play(nothingAgent(), testCase, { world: officeOf(testCase) });
    expect(await finalState().score(transcript, testCase, noJudge)).toMatchObject({ status: "scored", passed: false });
    expect(await worldEffects().score(transcript, testCase, noJudge)).toMatchObject({ status: "scored" });
  });
});
