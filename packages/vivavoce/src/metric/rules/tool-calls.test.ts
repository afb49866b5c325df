import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CaseInput } from "../../shape/index.ts";
import { call, caseOf, display, scoredOf, scoreOf, transcriptOf } from "../testing-transcript.test-helper.ts";
import { type CallExpectation, type CallMode, callModes } from "./tool-calls/match-calls.ts";
import { type ToolCallsOptions, toolCalls } from "./tool-calls.ts";

type Exchanges = Parameters<typeof transcriptOf>[0];
type Calls = NonNullable<NonNullable<CaseInput["expect"]>["calls"]>;

const score = (options: ToolCallsOptions, exchanges: Exchanges) =>
  scoredOf(toolCalls(options), transcriptOf(exchanges));
const value = async (options: ToolCallsOptions, exchanges: Exchanges) => (await score(options, exchanges)).value;
const check = async (id: string, options: ToolCallsOptions, exchanges: Exchanges) =>
  (await score(options, exchanges)).checks.find((one) => one.id === id);

const a = { name: "a" };
const b = { name: "b" };
const c = { name: "c" };
const [callA, callB, callC] = [call("a"), call("b"), call("c")];

describe("modes", () => {
  const cases: [string, CallExpectation[], Exchanges, Record<CallMode, number>][] = [
    ["all made, in order", [a, b], [[callA, callB]], { contains: 1, inOrder: 1, oneToOne: 1, exact: 1 }],
    ["all made, out of order", [a, b], [[callB, callA]], { contains: 1, inOrder: 1 / 2, oneToOne: 1, exact: 0 }],
    ["one missing", [a, b], [[callA]], { contains: 1 / 2, inOrder: 1 / 2, oneToOne: 2 / 3, exact: 0 }],
    ["one too many", [a, b], [[callA, callC, callB]], { contains: 1, inOrder: 1, oneToOne: 4 / 5, exact: 0 }],
    ["another instead", [a], [[callB]], { contains: 0, inOrder: 0, oneToOne: 0, exact: 0 }],
    ["two expected, two identical made", [a, a], [[callA, callA]], { contains: 1, inOrder: 1, oneToOne: 1, exact: 1 }],
    ["two expected, one made", [a, a], [[callA]], { contains: 1 / 2, inOrder: 1 / 2, oneToOne: 2 / 3, exact: 0 }],
    ["one expected, made twice", [a], [[callA, callA]], { contains: 1, inOrder: 1, oneToOne: 2 / 3, exact: 0 }],
    ["none expected, none made", [], [["hello"]], { contains: 1, inOrder: 1, oneToOne: 1, exact: 1 }],
    ["none expected, one made", [], [[callA]], { contains: 0, inOrder: 0, oneToOne: 0, exact: 0 }],
    [
      "over several exchanges",
      [a, b, c],
      [[callA], ["hm"], [callB, callC]],
      { contains: 1, inOrder: 1, oneToOne: 1, exact: 1 },
    ],
  ];
  for (const [name, expected, exchanges, worth] of cases) {
    test.each(callModes)(`${name}: %s`, async (mode) => {
      expect(await value({ expected, mode }, exchanges)).toBeCloseTo(worth[mode], 12);
    });
  }

  test("without a mode calls are compared one to one, so others are not free", async () => {
    expect(await value({ expected: [a] }, [[callA, callB]])).toBeCloseTo(2 / 3, 12);
  });

  test("the best order is taken, not the first: one early match does not spoil the rest", async () => {
    expect(await value({ expected: [a, b, c], mode: "inOrder" }, [[callC, callA, callB, callC]])).toBe(1);
    expect(await value({ expected: [c, a, b], mode: "inOrder" }, [[callA, callB, callC]])).toBeCloseTo(2 / 3, 12);
  });
});

describe("recall and precision", () => {
  test.each(callModes)("stand in the checks: %s", async (mode) => {
    const options = { expected: [a, b, c, { name: "d" }], mode };
    expect(await check("recall", options, [[callA, callB, call("x")]])).toMatchObject({
      value: 1 / 2,
      verdict: "2 of 4",
    });
    expect(await check("precision", options, [[callA, callB, call("x")]])).toMatchObject({
      value: 2 / 3,
      verdict: "2 of 3",
    });
  });

  test("a call too many is a wrong check only where it costs", async () => {
    const exchanges: Exchanges = [[callA, callB]];
    expect(await check("precision", { expected: [a], mode: "contains" }, exchanges)).toMatchObject({ ok: true });
    expect(await check("precision", { expected: [a], mode: "oneToOne" }, exchanges)).toMatchObject({ ok: false });
    expect(await check("extra-1", { expected: [a], mode: "contains" }, exchanges)).toMatchObject({ ok: true });
    expect(await check("extra-1", { expected: [a], mode: "exact" }, exchanges)).toMatchObject({
      ok: false,
      verdict: "extra",
    });
    expect(await check("extra-1", { expected: [], mode: "contains" }, exchanges)).toMatchObject({ ok: false });
  });

  test("a share of nothing has no value", async () => {
    expect(await check("precision", { expected: [a] }, [["hm"]])).not.toHaveProperty("value");
    expect(await check("recall", { expected: [] }, [["hm"]])).not.toHaveProperty("value");
  });
});

describe("arguments", () => {
  const matches = async (expected: CallExpectation["arguments"], given: Parameters<typeof call>[1]) =>
    (await value({ expected: [{ name: "a", arguments: expected }] }, [[call("a", given)]])) === 1;

  test("absent and {} are equal", async () => {
    expect(await matches(undefined, {})).toBe(true);
    expect(await matches({}, undefined)).toBe(true);
  });

  test("1 and 1.0 are equal, 1 and its text are not unless asked", async () => {
    expect(await matches({ n: 1 }, { n: JSON.parse("1.0") })).toBe(true);
    expect(await matches({ n: 1 }, { n: "1" })).toBe(false);
    expect(await matches({ n: { oneOf: [1, "1"] } }, { n: "1" })).toBe(true);
  });

  test("by matcher, a custom one too", async () => {
    expect(await matches({ text: { contains: "seed" } }, { text: "Buy seeds" })).toBe(true);
    expect(await matches({ n: { range: [1, 5] } }, { n: 6 })).toBe(false);
    expect(await matches({ n: { custom: (n) => Number(n) % 2 === 0 } }, { n: 4 })).toBe(true);
    expect(await matches({ n: { custom: (n) => Number(n) % 2 === 0 } }, { n: 5 })).toBe(false);
  });

  test.each(callModes)("that are not named are free, and can be ruled out: %s", async (mode) => {
    const made: Exchanges = [[call("a", { n: 1, more: true })]];
    expect(await value({ mode, expected: [{ name: "a", arguments: { n: 1 } }] }, made)).toBe(1);
    expect(await value({ mode, expected: [{ name: "a", arguments: { n: 1, more: { absent: true } } }] }, made)).toBe(0);
  });

  test("are matched by the best assignment, not greedily", async () => {
    const expected: CallExpectation[] = [
      { name: "a", arguments: { n: { any: true } } },
      { name: "a", arguments: { n: 1 } },
    ];
    expect(await value({ expected }, [[call("a", { n: 1 }), call("a", { n: 2 })]])).toBe(1);
  });

  test("a missing call is told from its nearest one", async () => {
    const options = { expected: [{ name: "a", arguments: { n: 1, m: 1 } }] };
    expect(await check("call-1", options, [[call("a", { n: 5, m: 5 }), call("a", { n: 1, m: 2 })]])).toMatchObject({
      label: "a(n: 1, m: 1)",
      verdict: "missing",
      ok: false,
      reason: 'the nearest is a({"n":1,"m":2}) in exchange 1: m is 2, expected 1',
    });
    expect(await check("call-1", options, [[callB]])).toMatchObject({ reason: "it was never called" });
  });
});

describe("partial", () => {
  const options: ToolCallsOptions = { expected: [{ name: "a", arguments: { x: 1, y: 2 } }], mode: "contains" };

  test("gives credit by the share of arguments that are right", async () => {
    const made: Exchanges = [[call("a", { x: 1, y: 3 })]];
    expect(await value({ ...options, partial: true }, made)).toBe(1 / 2);
    expect(await value(options, made)).toBe(0);
    expect(await check("call-1", { ...options, partial: true }, made)).toMatchObject({
      verdict: "partly",
      value: 1 / 2,
      ok: false,
    });
  });

  test("takes the call that is most like", async () => {
    expect(
      await value({ ...options, partial: true }, [[call("a", { x: 5, y: 2, z: 1 }), call("a", { x: 1, y: 5 })]]),
    ).toBe(1 / 2);
  });

  test("none for another tool", async () => {
    expect(await value({ ...options, partial: true }, [[call("b", { x: 1, y: 2 })]])).toBe(0);
  });

  test("together with exact is refused", () => {
    expect(() => toolCalls({ mode: "exact", partial: true })).toThrow(/no partial credit/);
  });
});

describe("a call that could not run", () => {
  const readable = call("a", { day: 1 }, { invalid: "people is missing" });
  const unreadable = call("a", {}, { raw: '{"day": 1' });

  test.each(callModes)("meets no expectation: %s", async (mode) => {
    for (const made of [readable, unreadable]) {
      expect(await value({ expected: [a], mode }, [[made]])).toBe(0);
      expect(await value({ expected: [{ name: "a", arguments: { day: { any: true } } }], mode }, [[made]])).toBe(0);
    }
  });

  test("is told with its reason", async () => {
    const missing = async (made: typeof callA) => (await check("call-1", { expected: [a] }, [[made]]))?.reason;
    expect(await missing(readable)).toContain("it could not run: people is missing");
    expect(await missing(unreadable)).toContain('its arguments cannot be read as a JSON object: {"day": 1');
  });

  test("is left for the one that could", async () => {
    expect(await value({ expected: [a], mode: "contains" }, [[unreadable, readable, callA]])).toBe(1);
  });

  test("gets less than all of the partial credit, and none where nobody can read it", async () => {
    const expected = [{ name: "a", arguments: { day: 1 } }];
    expect(await value({ expected, mode: "contains", partial: true }, [[readable]])).toBe(0.5);
    expect(await value({ expected, mode: "contains", partial: true }, [[unreadable]])).toBe(0);
    expect(await value({ expected: [a], mode: "contains", partial: true }, [[unreadable]])).toBe(0);
    expect(await value({ expected: [a], mode: "contains", partial: true }, [[readable]])).toBe(0);
  });

  test("is not a first step that another may follow", async () => {
    const options: ToolCallsOptions = { before: [["a", "b"]] };
    expect(await value(options, [[unreadable, callB]])).toBe(0);
    expect(await value(options, [[readable, callB]])).toBe(0);
    expect(await value(options, [[unreadable, callA, callB]])).toBe(1);
  });

  test("is forbidden all the same, whatever its arguments would have been", async () => {
    expect(await value({ forbidden: ["a"] }, [[readable]])).toBe(0);
    const options: ToolCallsOptions = { forbidden: [{ name: "a", arguments: { day: 1 } }] };
    expect(await value(options, [[unreadable]])).toBe(0);
    expect(await value(options, [[call("a", { day: 2 })]])).toBe(1);
  });
});

describe("other arguments", () => {
  const only: CallExpectation = { name: "a", arguments: { day: 1 }, otherArguments: "forbid" };

  test("are free, unless they are forbidden", async () => {
    const made = call("a", { day: 1, people: 4 });
    expect(await value({ expected: [{ name: "a", arguments: { day: 1 } }] }, [[made]])).toBe(1);
    expect(await value({ expected: [only] }, [[made]])).toBe(0);
    expect(await value({ expected: [only] }, [[call("a", { day: 1 })]])).toBe(1);
    expect(await check("call-1", { expected: [only] }, [[made]])).toMatchObject({
      label: "a(day: 1, nothing else)",
      reason: expect.stringContaining("people is 4, expected no other arguments"),
    });
  });

  test("no arguments at all can be said", async () => {
    const none: CallExpectation = { name: "a", otherArguments: "forbid" };
    expect(await value({ expected: [none] }, [[callA]])).toBe(1);
    expect(await value({ expected: [none] }, [[call("a", { day: null })]])).toBe(0);
  });

  test("one that may be absent is not another one", async () => {
    const people = { oneOf: [2, 4], orAbsent: true as const };
    const expected: CallExpectation[] = [{ ...only, arguments: { day: 1, people } }];
    expect(await value({ expected }, [[call("a", { day: 1 })]])).toBe(1);
    expect(await value({ expected }, [[call("a", { day: 1, people: 4 })]])).toBe(1);
    expect(await value({ expected }, [[call("a", { day: 1, people: 3 })]])).toBe(0);
  });

  test("get no full partial credit where they are forbidden", async () => {
    const worth = await value({ expected: [only], partial: true, mode: "contains" }, [[call("a", { day: 1, x: 1 })]]);
    expect(worth).toBe(0.5);
  });

  test("count in what is forbidden, too", async () => {
    const options: ToolCallsOptions = { forbidden: [only] };
    expect(await value(options, [[call("a", { day: 1 })]])).toBe(0);
    expect(await value(options, [[call("a", { day: 1, people: 4 })]])).toBe(1);
  });

  test("can be forbidden in a case", async () => {
    const testCase = caseOf({ calls: [{ name: "a", arguments: { day: 1 }, otherArguments: "forbid" }] });
    expect((await scoredOf(toolCalls(), transcriptOf([[call("a", { day: 1, x: 1 })]]), testCase)).value).toBe(0);
  });
});

describe("turn and optional", () => {
  test("an expectation with a turn is met in that exchange alone", async () => {
    const expected = [{ name: "a", turn: 2 }];
    expect(await value({ expected }, [["hm"], [callA]])).toBe(1);
    expect(await value({ expected }, [[callA], ["hm"]])).toBe(0);
  });

  test.each(callModes)("an optional call costs nothing, made or not: %s", async (mode) => {
    const expected = [a, { name: "b", optional: true }, c];
    expect(await value({ expected, mode }, [[callA, callC]])).toBe(1);
    expect(await value({ expected, mode }, [[callA, callB, callC]])).toBe(1);
  });

  test("an optional call is free once, not twice", async () => {
    expect(await value({ expected: [a, { name: "b", optional: true }] }, [[callA, callB, callB]])).toBeCloseTo(
      2 / 3,
      12,
    );
  });

  test("a required call comes before an optional one of the same kind", async () => {
    const expected = [{ name: "a", optional: true }, { name: "a" }];
    expect(await value({ expected, mode: "contains" }, [[callA]])).toBe(1);
    expect(await value({ expected, mode: "exact" }, [[callA]])).toBe(1);
  });
});

describe("ignore", () => {
  test("calls of these tools are not counted", async () => {
    const made: Exchanges = [[display("show"), callA]];
    expect(await value({ expected: [a] }, made)).toBeLessThan(1);
    expect(await value({ expected: [a], ignore: ["show"] }, made)).toBe(1);
    expect(await value({ expected: [], ignore: ["show"] }, [[display("show")]])).toBe(1);
  });

  test("rules still see them", async () => {
    expect(await value({ expected: [a], ignore: ["show"], forbidden: ["show"] }, [[display("show"), callA]])).toBe(0);
  });
});

describe("rules", () => {
  test("before: the second only after the first", async () => {
    const options: ToolCallsOptions = { before: [["a", "b"]] };
    expect(await value(options, [[callA], [callB]])).toBe(1);
    expect(await value(options, [[callC]])).toBe(1);
    expect(await value(options, [[callB]])).toBe(0);
    expect(await check("before-a-b", options, [[callB], [callA]])).toMatchObject({
      ok: false,
      verdict: "broken",
      reason: "b should come after a, but came first: b (exchange 1)",
    });
  });

  test("atMost limits the calls of a tool", async () => {
    expect(await value({ atMost: { a: 2 } }, [[callA, callA]])).toBe(1);
    expect(await value({ atMost: { a: 2 } }, [[callA, callA], [callA]])).toBe(0);
    expect(await value({ atMost: { a: 0 } }, [[callB]])).toBe(1);
  });

  test("forbidden: not at all, or not with these arguments", async () => {
    expect(await value({ forbidden: ["a"] }, [[callB]])).toBe(1);
    expect(await value({ forbidden: ["a"] }, [[callA]])).toBe(0);
    const forbidden = [{ name: "a", arguments: { path: { matches: "^Private/" } } }];
    expect(await value({ forbidden }, [[call("a", { path: "Private/x.md" })]])).toBe(0);
    expect(await value({ forbidden }, [[call("a", { path: "Public/x.md" })]])).toBe(1);
  });

  test("a broken rule makes it 0, whatever else was right", async () => {
    const { value, checks } = await score({ expected: [a], mode: "contains", forbidden: ["b"] }, [[callA, callB]]);
    expect(value).toBe(0);
    expect(checks.find(({ id }) => id === "recall")).toMatchObject({ value: 1 });
  });
});

describe("where expectations come from", () => {
  const expecting = (calls: Calls) => caseOf({ calls });

  test("a case's own win over the metric's", async () => {
    const metric = toolCalls({ expected: [b] });
    expect((await scoredOf(metric, transcriptOf([[callA]]), expecting([a]))).value).toBe(1);
    expect((await scoredOf(metric, transcriptOf([[callB]]))).value).toBe(1);
  });

  test("an empty list says none expected, leaving it out says nothing", async () => {
    expect((await scoredOf(toolCalls(), transcriptOf([[callA]]), expecting([]))).value).toBe(0);
    expect(await scoreOf(toolCalls(), transcriptOf([[callA]]))).toMatchObject({ status: "skipped" });
  });
});

describe("the metric", () => {
  test("needs everything by default, or the threshold it is given", async () => {
    expect(await score({ expected: [a, b], mode: "contains" }, [[callA]])).toMatchObject({
      threshold: 1,
      passed: false,
    });
    expect(await score({ expected: [a, b], mode: "contains", threshold: 0.5 }, [[callA]])).toMatchObject({
      passed: true,
    });
  });

  test("every option is part of its identity", () => {
    const options: ToolCallsOptions[] = [
      {},
      { name: "other" },
      { expected: [a] },
      { mode: "contains" },
      { partial: true },
      { ignore: ["a"] },
      { before: [["a", "b"]] },
      { atMost: { a: 1 } },
      { forbidden: ["a"] },
      { threshold: 0.5 },
    ];
    expect(new Set(options.map((one) => toolCalls(one).identity.hash)).size).toBe(options.length);
    expect(toolCalls({ report: true }).gating).toBe(false);
  });

  test("senseless options are refused when it is made", () => {
    expect(() => toolCalls({ mode: "subset" as CallMode })).toThrow(/Modes: contains, inOrder, oneToOne, exact/);
    expect(() => toolCalls({ atMost: { a: -1 } })).toThrow(/give a whole number/);
    expect(() => toolCalls({ expected: [{ name: "a", arguments: { x: { matches: "(" } } }] })).toThrow(/not a matcher/);
  });
});

test("the value is in [0, 1], and 1 for the very calls expected, in every mode", async () => {
  const names = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(names, names, fc.constantFrom(...callModes), async (expected, made, mode) => {
      const options: ToolCallsOptions = { expected: expected.map((name) => ({ name })), mode };
      const worth = await value(options, [made.map((name) => call(name))]);
      expect(worth).toBeGreaterThanOrEqual(0);
      expect(worth).toBeLessThanOrEqual(1);
      expect(await value(options, [expected.map((name) => call(name))])).toBe(1);
    }),
  );
});
