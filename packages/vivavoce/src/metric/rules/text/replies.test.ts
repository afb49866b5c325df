import { expect, test } from "vitest";
import { scoredOf, transcriptOf } from "../../testing-transcript.test-helper.ts";
import { equals, matches } from "./compare.ts";
import { json } from "./json.ts";

const patterns = "^.{4,}$";
const checkOf = async (...given: Parameters<typeof scoredOf>) => (await scoredOf(...given)).checks[0];

test("a check takes its words from the reply that decides it", async () => {
  const transcript = transcriptOf([["yes"], ["certainly"]]);
  expect(await checkOf(matches({ patterns, exchange: "every" }), transcript)).toEqual({
    id: "pattern-1",
    label: "matches /^.{4,}$/",
    verdict: "no",
    ok: false,
    value: 0,
    reason: "exchange 1: the reply does not match /^.{4,}$/",
    evidence: [{ text: "yes", exchange: 1, source: "reply" }],
  });
  expect(await checkOf(matches({ patterns, exchange: "any" }), transcript)).toMatchObject({
    ok: true,
    value: 1,
    evidence: [{ exchange: 2 }],
  });
});

test("a conversation without an exchange has no reply to read", async () => {
  expect(await checkOf(matches({ patterns }), transcriptOf([]))).toMatchObject({
    ok: false,
    verdict: "no reply",
    reason: "an exchange was not played",
  });
});

test("an empty reply has nothing to quote", async () => {
  expect(await checkOf(matches({ patterns }), transcriptOf([[]]))).toMatchObject({ ok: false, evidence: [] });
});

test("composed and decomposed letters are the same, and where asked so are capitals", async () => {
  const transcript = transcriptOf([["CAFE\u0301"]]);
  expect(await checkOf(equals({ text: "CAF\u00c9" }), transcript)).toMatchObject({ ok: true });
  expect(await checkOf(equals({ text: "caf\u00e9" }), transcript)).toMatchObject({ ok: false });
  expect(await checkOf(equals({ text: "caf\u00e9", ignoreCase: true }), transcript)).toMatchObject({ ok: true });
});

test("the default threshold of a suite does not reach a metric whose value is 1 or 0", async () => {
  for (const metric of [equals({ text: "yes" }), json()]) {
    const reached = metric.withDefaultThreshold?.(0) ?? metric;
    expect(await scoredOf(reached, transcriptOf([["no"]]))).toMatchObject({ value: 0, threshold: 1, passed: false });
  }
});
