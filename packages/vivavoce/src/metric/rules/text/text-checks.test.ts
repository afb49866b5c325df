import { describe, expect, test } from "vitest";
import { z } from "zod";
import { call, caseOf, scoredOf, scoreOf, transcriptOf } from "../../testing-transcript.test-helper.ts";
import type { Metric } from "../../types.ts";
import { contains, equals, matches } from "./compare.ts";
import { json } from "./json.ts";
import type { WhichReply } from "./replies.ts";

const said = (...replies: string[]) => transcriptOf(replies.map((reply) => [reply]));
const value = async (metric: Metric, ...replies: string[]) => (await scoredOf(metric, said(...replies))).value;

describe("which reply is read", () => {
  const reading = (exchange: WhichReply | undefined) => contains({ texts: "inbox", exchange });

  test.each<[WhichReply | undefined, number, number, number]>([
    [undefined, 0, 1, 1],
    ["last", 0, 1, 1],
    ["any", 1, 1, 1],
    ["every", 0, 0, 1],
    [1, 1, 0, 1],
    [2, 0, 1, 1],
  ])("%s", async (exchange, first, second, both) => {
    expect(await value(reading(exchange), "the inbox", "no")).toBe(first);
    expect(await value(reading(exchange), "no", "the inbox")).toBe(second);
    expect(await value(reading(exchange), "the inbox", "the inbox")).toBe(both);
  });

  test("an exchange that was not played fails and says so", async () => {
    const { value, checks } = await scoredOf(reading(3), said("inbox"));
    expect(value).toBe(0);
    expect(checks[0]).toMatchObject({ verdict: "no reply", reason: "exchange 3 was not played" });
  });

  test("a reply with nothing in it is read as an empty text", async () => {
    expect((await scoredOf(reading("last"), transcriptOf([[call("add")]]))).value).toBe(0);
  });

  test("the reply that decided is quoted", async () => {
    const wrong = await scoredOf(reading("every"), said("the inbox", "the list"));
    expect(wrong.checks[0]?.evidence).toEqual([{ text: "the list", exchange: 2, source: "reply" }]);
    const right = await scoredOf(reading("any"), said("the list", "the inbox"));
    expect(right.checks[0]?.evidence).toEqual([{ text: "the inbox", exchange: 2, source: "reply" }]);
  });
});

describe("contains", () => {
  test("is the share of texts found", async () => {
    const metric = contains({ texts: ["inbox", "projects", "someday"] });
    const { value, checks, passed } = await scoredOf(metric, said("First the inbox, then the projects."));
    expect(value).toBeCloseTo(2 / 3, 12);
    expect(passed).toBe(false);
    expect(checks.map(({ ok }) => ok)).toEqual([true, true, false]);
    expect(checks[2]?.reason).toBe('exchange 1: the reply does not contain "someday"');
  });

  test("case counts unless told otherwise", async () => {
    expect(await value(contains({ texts: "INBOX" }), "the inbox")).toBe(0);
    expect(await value(contains({ texts: "INBOX", ignoreCase: true }), "the inbox")).toBe(1);
  });

  test("a threshold lets some be missing", async () => {
    expect((await scoredOf(contains({ texts: ["a", "b"], threshold: 0.5 }), said("a"))).passed).toBe(true);
  });

  test("a case's own texts win", async () => {
    const metric = contains({ texts: "inbox" });
    expect((await scoredOf(metric, said("list"), caseOf({ contains: ["list"] }))).value).toBe(1);
  });

  test("is skipped without any text", async () => {
    expect(await scoreOf(contains(), said("hello"))).toMatchObject({ status: "skipped" });
  });
});

describe("matches", () => {
  test("a letter is the same however it was composed", async () => {
    expect(await value(matches({ patterns: "^Caf\u00e9$" }), "Cafe\u0301")).toBe(1);
    expect(await value(matches({ patterns: "^Cafe\u0301$" }), "Caf\u00e9")).toBe(1);
    // Otherwise a word that must not be said would go unnoticed.
    expect(await value(matches({ patterns: "^(?!.*Caf\u00e9)" }), "Cafe\u0301")).toBe(0);
  });

  test("is the share of patterns that match, given as texts or in code", async () => {
    expect(await value(matches({ patterns: ["^First", "\\binbox\\b"] }), "First the inbox.")).toBe(1);
    expect(await value(matches({ patterns: [/^first/i, /x$/] }), "First the inbox.")).toBe(1 / 2);
  });

  test("flags of a pattern in code are kept, those about searching on do no harm", async () => {
    expect(await value(matches({ patterns: /inbox/gi }), "INBOX")).toBe(1);
    expect(await value(matches({ patterns: /^two$/my }), "one\ntwo")).toBe(1);
    expect(await value(matches({ patterns: /^two$/ }), "one\ntwo")).toBe(0);
  });

  test("case counts unless told otherwise", async () => {
    expect(await value(matches({ patterns: "INBOX" }), "inbox")).toBe(0);
    expect(await value(matches({ patterns: "INBOX", ignoreCase: true }), "inbox")).toBe(1);
  });

  test("a case's own patterns win", async () => {
    expect((await scoredOf(matches({ patterns: "x" }), said("list"), caseOf({ matches: ["^li"] }))).value).toBe(1);
  });

  test("a pattern that takes too long is a failed check, not a hang", async () => {
    const { value, checks } = await scoredOf(matches({ patterns: "^(a+)+$" }), said(`${"a".repeat(60)}!`));
    expect(value).toBe(0);
    expect(checks[0]?.reason).toBe("exchange 1: /^(a+)+$/ took too long on the reply");
  });

  test("what is not a pattern is refused when the metric is made", () => {
    expect(() => matches({ patterns: "(" })).toThrow(/not a regular expression/);
  });

  test("is skipped without any pattern", async () => {
    expect(await scoreOf(matches(), said("hello"))).toMatchObject({ status: "skipped" });
  });
});

describe("equals", () => {
  test("a failure shows where long texts differ", async () => {
    const same = "All of this is as it should be. ".repeat(20);
    const score = await scoredOf(
      equals({ text: `${same}Monday at nine.` }),
      transcriptOf([[`${same}Tuesday at nine.`]]),
    );
    expect(score.checks[0]?.reason).toMatch(
      /the reply is "….*be\. Tuesday at nine\.", expected "….*be\. Monday at nine\."$/,
    );
  });

  test("compares the whole reply, save white space around it", async () => {
    expect(await value(equals({ text: "yes" }), " yes\n")).toBe(1);
    expect(await value(equals({ text: "yes" }), "yes, of course")).toBe(0);
    expect(await value(equals({ text: "Caf\u00e9" }), "Cafe\u0301")).toBe(1);
  });

  test("case counts unless told otherwise", async () => {
    expect(await value(equals({ text: "YES" }), "yes")).toBe(0);
    expect(await value(equals({ text: "YES", ignoreCase: true }), "yes")).toBe(1);
  });

  test("reads the exchange it is told to", async () => {
    expect(await value(equals({ text: "yes", exchange: 1 }), "yes", "no")).toBe(1);
    expect(await value(equals({ text: "yes" }), "yes", "no")).toBe(0);
  });

  test("a case's own text wins, and says what differs", async () => {
    const { value, checks } = await scoredOf(equals({ text: "yes" }), said("yes"), caseOf({ equals: "no" }));
    expect(value).toBe(0);
    expect(checks[0]?.reason).toBe('exchange 1: the reply is "yes", expected "no"');
  });

  test("is skipped without a text", async () => {
    expect(await scoreOf(equals(), said("hello"))).toMatchObject({ status: "skipped" });
  });
});

describe("json", () => {
  test("wants the whole reply to be JSON", async () => {
    expect(await value(json(), '{"a": 1}\n')).toBe(1);
    expect(await value(json(), "null")).toBe(1);
    expect(await value(json(), 'Here you are: {"a": 1}')).toBe(0);
    expect(await value(json(), '{"a": 1')).toBe(0);
    expect(await value(json(), "")).toBe(0);
  });

  test("checks a zod schema", async () => {
    const schema = z.object({ answer: z.string().min(1) });
    expect(await value(json({ schema }), '{"answer":"yes"}')).toBe(1);
    const { value: worth, checks } = await scoredOf(json({ schema }), said('{"answer":""}'));
    expect(worth).toBe(0);
    expect(checks[0]?.reason).toMatch(/does not meet its schema: .*answer/);
  });

  test("checks a JSON Schema", async () => {
    const schema = { type: "object", required: ["answer"] };
    expect(await value(json({ schema }), '{"answer":1}')).toBe(1);
    expect(await value(json({ schema }), "{}")).toBe(0);
    expect(() => json({ schema: { unheardOf: 1 } })).toThrow(/unheardOf is not supported/);
  });

  test("reads what a case asks for before its own schema, and skips other cases if told to", async () => {
    const wanted = caseOf({ json: { type: "object", required: ["answer"] } });
    const metric = json({ schema: { type: "string" }, onlyExpected: true });
    expect(await scoredOf(metric, said('{"answer":1}'), wanted)).toMatchObject({ value: 1 });
    expect(await scoredOf(metric, said("{}"), wanted)).toMatchObject({ value: 0 });
    expect(await scoredOf(metric, said("[]"), caseOf({ json: true }))).toMatchObject({ value: 1 });
    expect(await scoreOf(metric, said("no JSON"))).toMatchObject({ status: "skipped" });
    expect(() => caseOf({ json: { type: "objekt" } })).toThrow();
  });

  test("reads the exchange it is told to", async () => {
    expect(await value(json({ exchange: "every" }), "{}", "no")).toBe(0);
    expect(await value(json({ exchange: 1 }), "{}", "no")).toBe(1);
  });
});

test("every option is part of the identity", () => {
  const metrics = [
    ...[{}, { texts: "a" }, { exchange: 1 }, { ignoreCase: true }, { threshold: 0.5 }, { name: "own" }].map(contains),
    ...[{}, { patterns: "a" }, { patterns: /a/i }, { exchange: "any" as const }, { ignoreCase: true }].map(matches),
    ...[{}, { text: "a" }, { exchange: 1 }, { ignoreCase: true }].map(equals),
    ...[
      {},
      { schema: { type: "string" } },
      { schema: z.number() },
      { schema: z.string().min(2) },
      { exchange: 1 },
      { onlyExpected: true },
    ].map(json),
  ];
  expect(new Set(metrics.map(({ identity }) => identity.hash)).size).toBe(metrics.length);
  expect([contains, matches, equals, json].map((make) => make({ report: true }).gating)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

describe("what every reply would meet", () => {
  test.each([
    ".*",
    "a*",
    "[\\s\\S]*",
    "x|",
    "^",
    "^.*",
    ".*$",
    "(?:order \\d+)?",
    "[^$]*",
    "(?!.*sorry)",
    "(?!sorry)",
    "(?<!not )",
    "booked|$",
    "^|sure",
    "(?:$)",
  ])("the pattern %s asks for nothing", async (pattern) => {
    const testCase = caseOf({ matches: [pattern] });
    expect(matches().applies?.(testCase)).toBe(false);
    expect((await scoreOf(matches(), said("no"), testCase)).status).toBe("skipped");
    const beside = matches({ patterns: [pattern, "order"], threshold: 0.5 });
    expect(await value(beside, "no")).toBe(0);
  });

  test.each([".", "^$", "^.*$", "^[^<>]*$", "\\b", "^(?!.*sorry)", "^(?:(?!sorry)[^])*$", "\\$*\\d", "\\S+"])(
    "%s asks for something",
    (pattern) => {
      expect(matches({ patterns: pattern }).applies?.(caseOf())).toBe(true);
    },
  );

  test("a blank text is refused", () => {
    for (const texts of ["", " ", ["inbox", "\u200b"]])
      expect(() => contains({ texts })).toThrow("contains: a text is blank");
  });
});
