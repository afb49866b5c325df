import { describe, expect, test } from "vitest";
import { call, exchange, transcriptOf } from "../metric/testing-transcript.test-helper.ts";
import type { Transcript } from "../shape/index.ts";
import type { MatcherContext, MatcherResult } from "./matcher.ts";
import { ExchangeOf } from "./matcher.ts";
import { passageMatchers } from "./transcript-matchers.ts";

type Name = keyof typeof passageMatchers;

/** Why an expectation is not met; "" where it is. */
function failureOf(name: Name, received: unknown, given: readonly unknown[] = [], isNot = false): string {
  const context: MatcherContext = {
    isNot,
    // Vitest's own comparison, which matchers are given as `this.equals`.
    equals: (actual, expected) => expect.objectContaining({ value: expected }).asymmetricMatch({ value: actual }),
  };
  const decide = passageMatchers[name] as (this: MatcherContext, ...all: unknown[]) => MatcherResult;
  const { pass, message } = decide.call(context, received, ...given);
  return pass === isNot ? message() : "";
}

const shopping = transcriptOf([
  ["Hello."],
  [call("add_note", { text: "milk", list: "shopping" }), "I have added milk."],
  ["You are welcome."],
]);
const second = new ExchangeOf(shopping, 2);

describe("a question that makes no sense", () => {
  const none = undefined as never;
  test.each([
    ["toCall", shopping, [none], "toCall() needs the name of a tool"],
    ["toCall", shopping, ["add_note", "milk"], "toCall() needs arguments by name"],
    ["toCallNothing", new ExchangeOf(shopping, none), [], "exchange() needs the number of an exchange"],
    ["toCallNothing", new ExchangeOf(shopping, 1.5), [], "exchange() needs the number of an exchange"],
    ["toEndWith", shopping, ["finished"], "toEndWith() needs one of completed, agent-failed, threw"],
    ["toEndWith", second, ["completed"], "leave exchange() out"],
    ["toCall", shopping, ["add_note", { text: "milk" }, { list: "shopping" }], "takes 2 arguments, and was given 3"],
    ["toCallNothing", shopping, ["delete_note"], "takes 0 arguments, and was given 1"],
    ["toSay", shopping, ["milk", "bread"], "takes 1 argument, and was given 2"],
    ["toCall", shopping, ["add_note", { text: new Date(0) }], "can equal a value of type Date"],
    ["toCall", shopping, ["add_note", { text: { of: [new Set(["milk"])] } }], "can equal a value of type Set"],
    ["toCall", shopping, ["add_note", { text: { oneOf: [/milk/] } }], "holds plain values only"],
    ["toCall", shopping, ["add_note", { text: { matches: /milk/ } }], "holds plain values only"],
    ["toCall", shopping, ["add_note", { text: { equals: expect.any(String) } }], "holds plain values only"],
  ] as const)("to %s is answered neither way: %#", (matcher, received, given, told) => {
    expect(failureOf(matcher, received, [...given])).toContain(told);
    expect(failureOf(matcher, received, [...given], true)).toContain(told);
  });
});

describe("toCall", () => {
  test("is met by a call with these arguments among others, anywhere or in one exchange", () => {
    expect(failureOf("toCall", shopping, ["add_note"])).toBe("");
    expect(failureOf("toCall", shopping, ["add_note", { text: "milk" }])).toBe("");
    // A ban is also about other spellings.
    expect(failureOf("toCall", shopping, ["addNote"])).toContain("should call addNote");
    expect(failureOf("toCall", shopping, ["addNote"], true)).toContain("should not call addNote");
    expect(failureOf("toCall", second, ["add_note", { text: "milk", list: "shopping" }])).toBe("");
  });

  test.each([
    ["a matcher of cases", { text: { oneOf: ["milk", "bread"] } }],
    ["a pattern", { text: /^mi/g }],
    ["the runner's own matcher", { text: expect.stringContaining("il") }],
    ["what must be absent", { colour: undefined }],
  ])("takes %s", (_name, wanted) => {
    expect(failureOf("toCall", second, ["add_note", wanted])).toBe("");
  });

  test("takes patterns at any depth", () => {
    const filed = transcriptOf([[call("add_note", { to: { list: "shopping", tags: ["a", "b"] } })]]);
    const problem = (list: RegExp, tag: RegExp, isNot: boolean) => {
      const wanted = { to: { list, tags: [tag, expect.any(String)] } };
      return failureOf("toCall", filed, ["add_note", wanted], isNot);
    };
    expect(problem(/^shop/, /a/, false)).toBe("");
    expect(problem(/^shop/, /a/, true)).toContain("should not call add_note");
    expect(problem(/^work/, /a/, false)).toContain("should call add_note");
    expect(problem(/^shop/, /c/, true)).toBe("");
  });

  test("that fails names the nearest call and shows the exchanges around it", () => {
    expect(failureOf("toCall", second, ["add_note", { text: "bread" }])).toBe(
      [
        'exchange 2 should call add_note with text "bread", but the nearest call is add_note({"text":"milk","list":"shopping"}) in exchange 2: text is "milk", expected "bread"',
        "",
        "  ── exchange 1 · 1 model call",
        "    user     go on",
        "    agent    Hello.",
        "> ── exchange 2 · 1 model call",
        "    user     go on",
        '    call     add_note(text: "milk", list: "shopping")  · unknown',
        "    agent    I have added milk.",
        "  ── exchange 3 · 1 model call",
        "    user     go on",
        "    agent    You are welcome.",
      ].join("\n"),
    );
  });

  test("says where the tool was called instead, or that it never was", () => {
    const first = new ExchangeOf(shopping, 1);
    expect(failureOf("toCall", first, ["add_note"])).toContain("add_note was called elsewhere: in exchange 2");
    expect(failureOf("toCall", shopping, ["delete_note"])).toContain("never called; 1 other call: add_note");
    expect(failureOf("toCall", transcriptOf([["Hi"]]), ["delete_note"])).toContain("no tool was called");
  });

  test("a call that was proposed and never run was not made", () => {
    const proposed = transcriptOf([[call("add_note", { text: "milk" }, { fate: "never-ran" })]]);
    expect(failureOf("toCall", proposed, ["add_note"])).toContain("should call add_note");
  });

  test("counts a call that could not run only where none is wanted", () => {
    const broken = transcriptOf([[call("add_note", { text: "milk" }, { invalid: "there is no such tool" })]]);
    expect(failureOf("toCall", broken, ["add_note"])).toContain("it could not run: there is no such tool");
    expect(failureOf("toCall", broken, ["add_note"], true)).toContain("should not call add_note");
  });

  test("denied is met where the call is not there", () => {
    expect(failureOf("toCall", second, ["delete_note"], true)).toBe("");
    expect(failureOf("toCall", second, ["add_note", { text: "bread" }], true)).toBe("");
    expect(failureOf("toCall", shopping, ["add_note", { text: "milk" }], true)).toMatch(
      /^the conversation should not call add_note with text "milk", but it was called in exchange 2/,
    );
  });

  test("with an argument that only looks like a matcher is not decided", () => {
    expect(failureOf("toCall", second, ["add_note", { text: { contains: 5 } }], true)).toContain("is not a matcher");
  });
});

describe("the other expectations", () => {
  test("no call at all", () => {
    expect(failureOf("toCallNothing", new ExchangeOf(shopping, 1))).toBe("");
    expect(failureOf("toCallNothing", second)).toContain("exchange 2 should call no tool, but called add_note");
    expect(failureOf("toCallNothing", new ExchangeOf(shopping, 1), [], true)).toContain("should call a tool");
  });

  test("something said", () => {
    expect(failureOf("toSay", second, ["added milk"])).toBe("");
    expect(failureOf("toSay", second, [/ADDED/i])).toBe("");
    expect(failureOf("toSay", second, ["bread"])).toContain("the agent should say “bread” in exchange 2, but did not");
    expect(failureOf("toSay", shopping, ["added milk"], true)).toContain("but did in exchange 2");
    for (const any of ["", /.*/, /(milk)?/, /milk|/])
      expect(failureOf("toSay", shopping, [any])).toContain("toSay() needs a text");
    expect(failureOf("toSay", shopping, [/^(?!.*refund)/s])).toBe("");
  });

  test("what the user did not hear was not said, but counts where it should not be", () => {
    const cut = transcriptOf([exchange([], {})]);
    const unheard: Transcript = {
      ...cut,
      exchanges: cut.exchanges.map((one) => ({
        ...one,
        items: [{ type: "text", text: "I will", unheard: "delete it" }],
      })),
    };
    expect(failureOf("toSay", unheard, ["delete"])).not.toBe("");
    expect(failureOf("toSay", unheard, ["delete"], true)).not.toBe("");
  });

  test("a change of the world, where it can be seen", () => {
    const effect = { kind: "value.added", pointer: "/notes/0", to: "milk" } as const;
    const changed = transcriptOf([exchange(["Done."], { effects: [effect] })], [effect]);
    expect(failureOf("toChange", changed, [{ kind: "value.added", to: "milk" }])).toBe("");
    expect(failureOf("toChange", new ExchangeOf(changed, 1), [{ kind: "value.added" }])).toBe("");
    expect(failureOf("toChange", changed, [{ kind: "value.added", to: "tea" }])).toContain(
      'to is "milk", expected "tea"',
    );
    expect(failureOf("toChange", changed, [{ kind: "value.added" }], true)).toContain("should not change the world");
    expect(failureOf("toChange", shopping, [{ kind: "value.added" }], true)).toContain("cannot see this world");
  });

  test("how it ended", () => {
    expect(failureOf("toEndWith", shopping, ["completed"])).toBe("");
    expect(failureOf("toEndWith", shopping, ["time-limit"])).toContain(
      "should end with time-limit, but ended with completed",
    );
  });
});

describe("what says nothing about the agent meets no expectation, denied or not", () => {
  const outcome = (kind: "agent-failed" | "infrastructure", at: number): Transcript => ({
    ...shopping,
    outcome:
      kind === "infrastructure"
        ? { kind, message: "no connection" }
        : { kind, reason: "threw", message: "boom", exchange: at },
  });

  test.each([true, false])("an outage (denied: %s)", (isNot) => {
    for (const name of ["toCall", "toSay"] as const) {
      expect(failureOf(name, outcome("infrastructure", 3), ["x"], isNot)).toContain("ended with an outage");
    }
  });

  test.each([true, false])("an exchange that is not there (denied: %s)", (isNot) => {
    expect(failureOf("toCall", new ExchangeOf(shopping, 9), ["x"], isNot)).toBe(
      "there is no exchange 9: the conversation has exchanges 1 to 3",
    );
  });

  test("what an agent did not do because it failed first", () => {
    const failed = outcome("agent-failed", 3);
    expect(failureOf("toCall", failed, ["delete_note"], true)).toContain("is not complete");
    expect(failureOf("toCallNothing", new ExchangeOf(failed, 3))).toContain("is not complete");
    expect(failureOf("toSay", failed, ["bread"], true)).toContain("is not complete");
    // Before it failed it had its chance, and what it did it did.
    expect(failureOf("toCallNothing", new ExchangeOf(failed, 1))).toBe("");
    expect(failureOf("toCall", failed, ["add_note"])).toBe("");
    expect(failureOf("toEndWith", failed, ["threw"])).toBe("");
  });

  test("a conversation that its simulated user spoiled", () => {
    const fault = { kind: "leaked", exchange: 1, reason: "it told its goal", line: "I am to…" } as const;
    const spoiled: Transcript = { ...shopping, user: { kind: "simulated", stop: "goal-met", faults: [fault] } };
    expect(failureOf("toCall", spoiled, ["add_note"])).toContain("the simulated user spoiled the conversation");
  });

  test("what is not a transcript", () => {
    expect(failureOf("toCall", Promise.resolve(shopping), ["x"], true)).toContain("expect(await play(…))");
    expect(failureOf("toCall", "a text", ["x"], true)).toContain("needs a transcript");
  });
});

test("long exchanges and long replies are cut in the middle", () => {
  const reply = `begins ${"x".repeat(5_000)} ends`;
  const long = transcriptOf([Array.from({ length: 80 }, (_, index) => `line ${index}`), [reply]]);
  const message = failureOf("toSay", new ExchangeOf(long, 1), ["never said"]);
  expect(message).toContain("… 52 more lines");
  expect(message).toMatch(/line 0\n[\s\S]*line 79\n[\s\S]*begins x+…x+ ends/);
  expect(Math.max(...message.split("\n").map((line) => line.length))).toBeLessThan(1_020);
});
