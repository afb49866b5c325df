import { describe, expect, test } from "vitest";
import { callsOf, type Transcript } from "vivavoce";
import { cassettes, type Folder } from "../testing/cassette.ts";
import { noJudge } from "../testing/no-judge.ts";
import { call, playCase, snippet } from "../testing/play-call.ts";
import { playTape } from "../testing/play-tape.ts";
import { caseCalled } from "../testing/shipped-cases.ts";
import { voice } from "./voice.ts";

const session = { customer_name: "Maria", zip_code: "78745" };

/** The checks of a transcript by their ids. */
async function checksOf(transcript: Transcript, testCase: Parameters<ReturnType<typeof voice>["score"]>[1]) {
  const score = await voice().score(transcript, testCase, noJudge);
  if (score.status !== "scored") throw new Error(`${score.status}: ${score.reason}`);
  return Object.fromEntries(score.checks.map((check) => [check.id, check]));
}

async function onTape(folder: Folder, id: string) {
  const testCase = caseCalled(cassettes[folder].cases, id);
  const { transcript } = await playTape(folder, testCase);
  return { testCase, transcript, checks: await checksOf(transcript, testCase) };
}

async function ofReply(reply: string, line = "Okay.") {
  const { transcript, testCase } = await playCase(snippet("discovery", line, { session }), [reply], {
    mode: "prompt-only",
  });
  return checksOf(transcript, testCase);
}

describe("a booking", () => {
  test("has the same name, phone, address, ZIP and time throughout, and a yes before it is made", async () => {
    const { checks } = await onTape("calls/prompt=v2", "booking_from_hello_to_confirm");
    const slots = ["name", "phone", "address", "zip", "time", "trouble"];
    expect(slots.map((slot) => checks[`read-back-${slot}`]?.verdict)).toEqual(slots.map(() => "same"));
    expect(checks.confirm).toMatchObject({ ok: true, verdict: "confirmed" });
  });

  test("whose read-back is not what the caller said is found, with the three values side by side", async () => {
    const { checks } = await onTape("calls/prompt=v1", "caller_changes_the_address");
    expect(checks["read-back-address"]).toMatchObject({
      ok: false,
      verdict: "different",
      reason:
        "the caller gave “907 East 12th Street” in exchange 4 · read back “970 East 12th Street” in exchange 4 · booked “907 East 12th Street” in exchange 5 (book_service)",
    });
    expect(checks.confirm).toMatchObject({ ok: true });
  });

  test("at another time than was agreed is found in what the calendar says", async () => {
    const { transcript, testCase } = await onTape("calls/prompt=v2", "booking_from_hello_to_confirm");
    const other = structuredClone(transcript);
    const booking = other.exchanges.flatMap(callsOf).find(({ name }) => name === "book_service");
    if (booking) booking.result = { booked: true, id: "A-1001", time: "Thursday between two and four" };
    expect((await checksOf(other, testCase))["read-back-time"]).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/“Tomorrow morning”.*“Thursday between two and four”/),
    });
  });

  test("for another name than was given is found", async () => {
    const { transcript, testCase } = await onTape("calls/prompt=v2", "booking_from_hello_to_confirm");
    const other = structuredClone(transcript);
    const booking = other.exchanges.flatMap(callsOf).find(({ name }) => name === "book_service");
    if (booking) booking.arguments = { ...booking.arguments, customer_name: "Mario Lopes" };
    expect((await checksOf(other, testCase))["read-back-name"]).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/“Maria Lopez”.*booked “Mario Lopes”/),
    });
  });
});

test("moving a visit is no new commitment: only a booking needs a read-back", async () => {
  const { checks } = await onTape("calls/prompt=v2", "moves_a_visit");
  expect(checks.confirm).toBeUndefined();
});

describe("what the session knows", () => {
  test("is not asked for again", async () => {
    expect((await ofReply("What's your name?"))["asked-again"]).toMatchObject({
      ok: false,
      reason: expect.stringContaining("known before the call: “Maria”"),
    });
    expect((await ofReply("What's the street address?"))["asked-again"]).toMatchObject({ ok: true });
  });

  test("includes the trouble", async () => {
    const { checks } = await onTape("snippets/mode=prompt-only,prompt=v1", "discovery_need_address");
    expect(checks["asked-again"]).toMatchObject({ ok: false, reason: expect.stringContaining("the trouble") });
  });
});

test("thirty words are the most that a reply may have", async () => {
  const words = (count: number) => `${Array.from({ length: count }, () => "well").join(" ")}.`;
  expect((await ofReply(words(30)))["words-p95"]).toMatchObject({ ok: true });
  expect((await ofReply(words(31)))["words-p95"]).toMatchObject({ ok: false, verdict: "over" });
});

test("a list cannot be said, and the same opener twice is heard", async () => {
  expect((await ofReply("I need:\n- your street\n- your ZIP")).speakability).toMatchObject({ ok: false });
  const { transcript, testCase } = await playCase(call(["My AC died", "No"]), ["Got it. Gas?", "Got it. ZIP?"], {
    mode: "production-turn",
  });
  expect((await checksOf(transcript, testCase)).openers).toMatchObject({ ok: false });
});

test("name, threshold and report are the suite's to set", async () => {
  const { transcript, testCase } = await playCase(snippet("discovery", "Hm."), ["Your name? Your ZIP?"], {
    mode: "prompt-only",
  });
  const score = (options: Parameters<typeof voice>[0]) => voice(options).score(transcript, testCase, noJudge);
  expect(await score({})).toMatchObject({ metric: "spoken", gating: true, passed: false });
  expect(await score({ threshold: 0.5 })).toMatchObject({ passed: true });
  expect(await score({ report: true, name: "phone" })).toMatchObject({ metric: "phone", gating: false });
});
