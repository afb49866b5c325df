import { describe, expect, test } from "vitest";
import { evacuation } from "../prompt/evacuation.ts";
import { noJudge } from "../testing/no-judge.ts";
import { call, playCase, snippet } from "../testing/play-call.ts";
import { stateNeeds } from "./state-needs.ts";

const office = { calendar: [{ id: "S-1", date: "2026-06-16", starts: "08:00", window: "between eight and ten" }] };
const lines = ["My AC died", "No, nothing", "78745", "Maria Lopez", "4210 South Lamar", "Tomorrow morning", "Yes"];
const replies = [
  "That's rough. Any gas smell, smoke, sparks or alarms?",
  "Good. What's your ZIP?",
  "That's us. Who am I talking to?",
  "Thanks, Maria. What's the street address?",
  "Got it. When would you like somebody out there?",
  "Maria Lopez, 4210 South Lamar, tomorrow morning. That right?",
  "You're on for tomorrow between eight and ten.",
];

/** The exchanges whose replies lack what they need. */
async function lacking(answers: readonly string[], caller: readonly string[] = lines): Promise<string[]> {
  const { transcript, testCase } = await playCase(call([...caller], { office }), [...answers], {
    mode: "production-turn",
  });
  const score = await stateNeeds().score(transcript, testCase, noJudge);
  if (score.status !== "scored") throw new Error(score.status);
  expect(score.passed).toBe(score.checks.every(({ ok }) => ok));
  return score.checks.filter(({ ok }) => !ok).map(({ id, reason }) => `${id}: ${reason}`);
}

test("a call in which everything is said", async () => {
  expect(await lacking(replies)).toEqual([]);
});

test.each([
  [1, "asks about hazards", "Let's get you sorted."],
  [1, "asks about hazards", "Good thing there is no gas smell."],
  [2, "asks for zip_code", "Great."],
  [3, "asks for customer_name", "What's the street address?"],
  [4, "asks for service_address", "Thanks, Maria."],
  [5, "asks for preferred_time or urgency_tier", "Got it."],
  [6, "asks for confirmed", "Maria Lopez, 4210 South Lamar, tomorrow morning."],
  [7, "says “tomorrow between eight and ten”", "Goodbye."],
  [7, "says “tomorrow between eight and ten”", "You're on for tomorrow between nine and ten."],
])("exchange %i without what it needs: %s", async (number, need, reply) => {
  const failures = await lacking(replies.with(number - 1, reply));
  expect(failures).toHaveLength(1);
  expect(failures[0]).toContain(`exchange-${number}: `);
  expect(failures[0]).toContain(need);
});

test("hours may be said in digits, and a question may come in a reply of two sentences", async () => {
  expect(await lacking(replies.with(6, "Tomorrow, 8 to 10. See you."))).toEqual([]);
});

test("a callback has to be announced", async () => {
  const caller = [...lines.slice(0, -1), "No, let me think about it."];
  expect(await lacking(replies.with(6, "Fine. A person from the office will ring you."), caller)).toEqual([]);
  expect(await lacking(replies.with(6, "Goodbye."), caller)).toEqual([
    "exchange-7: the reply in follow_up should be one that says that somebody will ring back",
  ]);
});

test("who wants a visit moved is asked when", async () => {
  expect(await lacking(["Sure. When works better?"], ["I need to move my appointment."])).toEqual([]);
  expect(await lacking(["Goodbye."], ["I need to move my appointment."])).toHaveLength(1);
});

describe.each([
  ["a call", call(["I smell gas"])],
  ["a snippet", snippet("discovery", "I smell gas")],
])("in an emergency, %s", (_, testCase) => {
  const said = async (...pieces: string[]) => {
    const played = await playCase(testCase, [], { mode: "production-turn" });
    const items = pieces.map((text) => ({ type: "text" as const, text }));
    const exchanges = played.transcript.exchanges.map((exchange) => ({ ...exchange, items }));
    return stateNeeds().score({ ...played.transcript, exchanges }, played.testCase, noJudge);
  };

  test("has to say the fixed text to the letter, in one piece or two", async () => {
    expect(await said(evacuation)).toMatchObject({ passed: true });
    expect(await said(...evacuation.split(/(?<=\. )/))).toMatchObject({ passed: true });
    expect(await said(`${evacuation} Bye!`)).toMatchObject({ passed: false });
    expect(await said("Leave the house and call 911.")).toMatchObject({ passed: false });
  });
});

test("a snippet, and a call whose states need nothing, are not looked at", async () => {
  const said = await playCase(snippet("safety", "None of that"), ["Good."], { mode: "prompt-only" });
  expect(await stateNeeds().score(said.transcript, said.testCase, noJudge)).toMatchObject({ status: "skipped" });
  const short = await playCase(call(["Hello?"]), ["Go ahead."], { mode: "production-turn" });
  expect(await stateNeeds().score(short.transcript, short.testCase, noJudge)).toMatchObject({ status: "skipped" });
});

test("report and name are the suite's to set", () => {
  expect(stateNeeds({ report: true, name: "needs" })).toMatchObject({ gating: false, name: "needs" });
});
