import { describe, expect, test } from "vitest";
import type { Agent } from "../../agent/index.ts";
import { play } from "../../conversation/index.ts";
import type { Case, CaseInput, Scored, Transcript } from "../../shape/index.ts";
import { call, caseOf, display, rejected, scoredOf, scoreOf, transcriptOf } from "../testing-transcript.test-helper.ts";
import { toolUse } from "./tool-use.ts";

type Expect = NonNullable<CaseInput["expect"]>;
type Tools = NonNullable<Expect["tools"]>;
type Exchanges = Parameters<typeof transcriptOf>[0];

const expecting = (tools: Tools, more: Expect = {}): Case => caseOf({ tools, ...more });
const score = (tools: Tools, exchanges: Exchanges, more: Expect = {}): Promise<Scored> =>
  scoredOf(toolUse(), transcriptOf(exchanges), expecting(tools, more));
const value = async (...given: Parameters<typeof score>): Promise<number> => (await score(...given)).value;

const garden = "Projects/Garden.md";
const add = (text = "Buy seeds", path = garden) => call("add", { path, text });

describe("a tool that should be called", () => {
  test("and is, scores 1", async () => {
    expect(await value([{ shouldCall: true, tools: ["add"] }], [[add()]])).toBe(1);
  });

  test("any one of several names will do", async () => {
    const tools: Tools = [{ shouldCall: true, tools: ["add", "update"] }];
    expect(await value(tools, [[add()]])).toBe(1);
    expect(await value(tools, [[call("update")]])).toBe(1);
  });

  test("without a turn it may be called in any exchange", async () => {
    expect(await value([{ shouldCall: true, tools: ["add"] }], [["which one?"], [add()]])).toBe(1);
  });

  test("with a turn only that exchange counts", async () => {
    const tools: Tools = [{ turn: 2, shouldCall: true, tools: ["add"] }];
    expect(await value(tools, [["which one?"], [add()]])).toBe(1);
    const wrong = await score(tools, [[add()], ["done"]]);
    expect(wrong.value).toBe(0);
    expect(wrong.checks[0]?.reason).toContain("only elsewhere: add (exchange 1)");
  });

  test("without a name any tool that writes will do, and none that displays", async () => {
    const tools: Tools = [{ shouldCall: true }];
    expect(await value(tools, [[call("anything")]])).toBe(1);
    expect(await value(tools, [[call("remove", {}, { effect: "destructive" })]])).toBe(1);
    expect(await value(tools, [[display("show")]])).toBe(0);
  });

  test("a tool without a declared effect counts as one that writes", async () => {
    const { effect: _, ...undeclared } = call("anything");
    expect(await value([{ shouldCall: true }], [[undeclared]])).toBe(1);
  });

  test("called means proposed: rejected and failed calls count", async () => {
    const tools: Tools = [{ shouldCall: true, tools: ["add"] }];
    expect(await value(tools, [[rejected("add")]])).toBe(1);
    expect(await value(tools, [[call("add", {}, { error: { message: "not live" } })]])).toBe(1);
  });

  test("a display tool counts where it is named", async () => {
    const tools: Tools = [{ turn: 1, shouldCall: true, tools: ["show"] }];
    expect(await value(tools, [[display("show")]])).toBe(1);
    expect(await value(tools, [["no card"]])).toBe(0);
  });

  test("an exchange that was never played has no call in it", async () => {
    expect(await value([{ turn: 2, shouldCall: true, tools: ["add"] }], [[add()]])).toBe(0);
  });
});

describe("nothing called where something should be, or the reverse: 0.0", () => {
  test("nothing was called", async () => {
    const { value, checks } = await score([{ shouldCall: true, tools: ["add"] }], [["Sure."]]);
    expect(value).toBe(0);
    expect(checks[0]).toMatchObject({ verdict: "wrong", ok: false, value: 0 });
    expect(checks[0]?.reason).toBe("add was not called, nor any tool in its place");
  });

  test("only tools that read, display or control were called where any write would do", async () => {
    const neutral = [display("show"), call("read", {}, { effect: "read" }), call("start", {}, { effect: "control" })];
    const { value, checks } = await score([{ turn: 1, shouldCall: true }], [neutral]);
    expect(value).toBe(0);
    expect(checks[0]?.reason).toBe(
      "no tool that writes was called in exchange 1, only others: show (exchange 1), read (exchange 1), start (exchange 1)",
    );
  });

  test("another tool was called, but in another exchange", async () => {
    const { value, checks } = await score(
      [{ turn: 2, shouldCall: true, tools: ["find"] }],
      [[display("show")], ["hm"]],
    );
    expect(value).toBe(0);
    expect(checks[0]?.reason).toBe("find was not called in exchange 2, nor any tool in its place");
  });
});

describe("another tool: 0.4", () => {
  test("another tool that writes was called instead", async () => {
    const { value, checks } = await score([{ shouldCall: true, tools: ["add"] }], [[call("update_status")]]);
    expect(value).toBe(0.4);
    expect(checks[0]).toMatchObject({ verdict: "another tool", value: 0.4 });
    expect(checks[0]?.reason).toBe("add was expected, called instead: update_status (exchange 1)");
    expect(checks[0]?.evidence).toEqual([{ text: "update_status({})", exchange: 1, source: "call" }]);
  });

  test.each(["read", "display", "control"] as const)("a tool with the effect %s was called instead", async (effect) => {
    const other = call("show_action_card", {}, { effect });
    const { value, checks } = await score([{ shouldCall: true, tools: ["show_project_card"] }], [[other]]);
    expect(value).toBe(0.4);
    expect(checks[0]).toMatchObject({ verdict: "another tool", value: 0.4 });
    expect(checks[0]?.reason).toBe("show_project_card was expected, called instead: show_action_card (exchange 1)");
    expect(checks[0]?.evidence).toEqual([{ text: "show_action_card({})", exchange: 1, source: "call" }]);
  });

  test("beside another write, tools that only read are not what was called instead", async () => {
    const { checks } = await score([{ shouldCall: true, tools: ["add"] }], [[display("show"), call("move")]]);
    expect(checks[0]?.reason).toContain("called instead: move (exchange 1)");
  });

  test("a call that meets another expectation was not made instead of this one", async () => {
    const tools: Tools = [
      { shouldCall: true, tools: ["show"] },
      { shouldCall: true, tools: ["add"] },
    ];
    const { value, checks } = await score(tools, [[display("show")]]);
    expect(value).toBe(0.4);
    expect(checks[1]?.reason).toContain("add was not called: every call made meets another expectation");
  });

  test("a write instead of a display tool", async () => {
    expect(await value([{ shouldCall: true, tools: ["show"] }], [[add()]])).toBe(0.4);
  });

  test("a write in addition to the expected one", async () => {
    const { value, checks } = await score([{ shouldCall: true, tools: ["add"] }], [[add(), call("update_status")]]);
    expect(value).toBe(0.4);
    expect(checks[0]?.reason).toContain("a write that is not expected: update_status (exchange 1)");
  });

  test("the expected call made twice is one too many", async () => {
    expect(await value([{ shouldCall: true, tools: ["add"] }], [[add(), add()]])).toBe(0.4);
  });

  test("extraCalls allow makes writes beyond the expected ones free", async () => {
    const tools: Tools = [{ shouldCall: true, tools: ["add"] }];
    expect(await value(tools, [[add(), call("update_status")]], { extraCalls: "allow" })).toBe(1);
  });

  test("extraCalls allow does not excuse the wrong tool", async () => {
    expect(
      await value([{ shouldCall: true, tools: ["add"] }], [[call("update_status")]], { extraCalls: "allow" }),
    ).toBe(0.4);
  });

  test("a write in an exchange that the expectation does not look at is not beyond it", async () => {
    expect(await value([{ turn: 1, shouldCall: true, tools: ["add"] }], [[add()], [call("update_status")]])).toBe(1);
  });

  test("display, control and read tools beyond the expected ones are free", async () => {
    const neutral = [display("show"), call("start", {}, { effect: "control" }), call("find", {}, { effect: "read" })];
    expect(await value([{ shouldCall: true, tools: ["add"] }], [[...neutral, add()]])).toBe(1);
    expect(await value([{ shouldCall: true, tools: ["show"] }], [[display("show"), display("show")]])).toBe(1);
  });

  test("two expected and one made", async () => {
    const twice: Tools = [
      { shouldCall: true, tools: ["add"] },
      { shouldCall: true, tools: ["add"] },
    ];
    expect(await value(twice, [[add()]])).toBe(0.4);
  });
});

describe("wrong arguments: 0.7", () => {
  test("a required parameter is absent", async () => {
    const tools: Tools = [{ shouldCall: true, tools: ["add"], required: ["text"] }];
    const { value, checks } = await score(tools, [[call("add", { path: garden })]]);
    expect(value).toBe(0.7);
    expect(checks[0]).toMatchObject({ verdict: "wrong arguments", value: 0.7, ok: false });
    expect(checks[0]?.reason).toBe("text is absent");
  });

  test.each([["", "   ", "\n", "\u200b"], [null], [[], {}]].flat())(
    "a required parameter is blank: %j",
    async (text) => {
      const tools: Tools = [{ shouldCall: true, tools: ["add"], required: ["text"] }];
      const { value, checks } = await score(tools, [[call("add", { text })]]);
      expect(value).toBe(0.7);
      expect(checks[0]?.reason).toContain("text is blank");
    },
  );

  test.each([0, false, "x", ["x"]])("a required parameter is there: %j", async (text) => {
    expect(await value([{ shouldCall: true, tools: ["add"], required: ["text"] }], [[call("add", { text })]])).toBe(1);
  });

  test("a value is not the expected one", async () => {
    const tools: Tools = [{ shouldCall: true, tools: ["add"], arguments: { path: garden } }];
    const { value, checks } = await score(tools, [[add("x", "Projects/House.md")]]);
    expect(value).toBe(0.7);
    expect(checks[0]?.reason).toContain('path is "Projects/House.md", expected "Projects/Garden.md"');
  });

  test("a value does not match its matcher", async () => {
    const tools: Tools = [{ shouldCall: true, tools: ["add"], arguments: { text: { matches: "^Call\\b" } } }];
    expect(await value(tools, [[add("Call Ana")]])).toBe(1);
    expect(await value(tools, [[add("Ring Ana")]])).toBe(0.7);
  });

  test("parameters that nobody asked for are free", async () => {
    expect(await value([{ shouldCall: true, tools: ["add"], arguments: { path: garden } }], [[add("anything")]])).toBe(
      1,
    );
  });

  test.each(['{"path": "Projects/Gar', "[]", '"add"', "null", "{path: 1}"])(
    "arguments that cannot be read: %s",
    async (raw) => {
      const broken = call("add", {}, { raw, error: { code: "not-json", message: "no JSON" } });
      const { value, checks } = await score([{ shouldCall: true, tools: ["add"] }], [[broken]]);
      expect(value).toBe(0.7);
      expect(checks[0]).toMatchObject({ verdict: "wrong arguments", ok: false });
      expect(checks[0]?.reason).toContain(`its arguments cannot be read as a JSON object: ${raw}`);
    },
  );

  test("a call that its tool could not take, even where nothing is expected of the arguments", async () => {
    const invalid = "text is missing";
    const any = await score([{ shouldCall: true }], [[call("add", { path: garden }, { invalid })]]);
    expect(any.value).toBe(0.7);
    expect(any.checks[0]?.reason).toContain("the call could not run: text is missing");
    const right: Tools = [{ shouldCall: true, tools: ["add"], arguments: { path: garden } }];
    expect(await value(right, [[call("add", { path: garden }, { invalid })]])).toBe(0.7);
  });

  test("of two calls the one that could run is taken", async () => {
    const made = [call("add", { text: "x" }, { invalid: "path is missing" }), add("x")];
    const tools: Tools = [{ shouldCall: true, tools: ["add"], arguments: { text: "x" } }];
    expect(await value(tools, [made], { extraCalls: "allow" })).toBe(1);
    expect(await value(tools, [made])).toBe(0.4);
  });

  test("arguments that were not JSON lack what is required", async () => {
    const broken = call("add", {}, { raw: "{path:", error: { code: "not-json", message: "no JSON" } });
    expect(await value([{ shouldCall: true, tools: ["add"], required: ["path"] }], [[broken]])).toBe(0.7);
  });
});

describe("a call is held against the tools of the agent that was played", () => {
  const parameters = {
    type: "object",
    properties: { path: { type: "string" }, text: { type: "string" }, due: { $ref: "#/$defs/day" } },
    required: ["path", "text"],
    additionalProperties: false,
    $defs: { day: { enum: ["Mon", "Tue"] } },
  };
  const whole = { path: garden, text: "Buy seeds" };
  const scoreOfCall = async (given: unknown, name = "add") => {
    const agent: Agent = {
      name: "a",
      version: "1",
      tools: [{ name: "add", parameters, effect: "write" }],
      open: ({ record }) => ({ reply: async () => record({ type: "call", id: "1", name, arguments: given }) }),
    };
    const testCase = expecting([{ shouldCall: true }]);
    const { value, checks } = await scoredOf(toolUse(), await play(agent, testCase), testCase);
    return { value, reason: checks[0]?.reason };
  };

  test.each<[given: unknown]>([[whole], [JSON.stringify(whole)], [{ ...whole, due: "Mon" }]])(
    "1: %j",
    async (given) => {
      expect((await scoreOfCall(given)).value).toBe(1);
    },
  );

  test.each<[given: unknown, named: string]>([
    ['{"path": "Projects/Garden.md", "text": "Buy se', "cannot be read as a JSON object"],
    ["[]", "cannot be read as a JSON object"],
    [[whole], "cannot be read as a JSON object"],
    [7, "cannot be read as a JSON object"],
    [JSON.stringify(JSON.stringify(whole)), "cannot be read as a JSON object"],
    [undefined, "path and text are missing"],
    ["", "path and text are missing"],
    [{ path: garden }, "text is missing"],
    [{ ...whole, text: null }, "text is null"],
    [{ ...whole, text: ["Buy seeds"] }, 'text is ["Buy seeds"]'],
    [{ ...whole, due: "Wed" }, 'due is "Wed"'],
    [{ ...whole, when: "Mon" }, "when should not be there"],
  ])("0.7 and the argument's name: %j", async (given, named) => {
    const { value, reason } = await scoreOfCall(given);
    expect(value).toBe(0.7);
    expect(reason).toContain(named);
  });

  test("a tool that the agent does not have is not one that writes for it", async () => {
    const { value, reason } = await scoreOfCall(whole, "add_action");
    expect(value).toBeLessThan(0.8);
    expect(reason).toContain("the agent has no tool called add_action");
  });
});

describe("a tool that should not be called", () => {
  test("without a name: no write in any exchange", async () => {
    const tools: Tools = [{ shouldCall: false }];
    expect(await value(tools, [["advice"], ["more"]])).toBe(1);
    const { value: worth, checks } = await score(tools, [["advice"], [add()]]);
    expect(worth).toBe(0);
    expect(checks[0]).toMatchObject({ verdict: "wrong", label: "does not call a tool that writes" });
    expect(checks[0]?.reason).toBe("called add (exchange 2), but no such call is expected");
  });

  test("without a name: display, control and read tools are free", async () => {
    const neutral = [display("show"), call("start", {}, { effect: "control" }), call("find", {}, { effect: "read" })];
    expect(await value([{ shouldCall: false }], [neutral])).toBe(1);
  });

  test("a proposal that could not run is a call", async () => {
    expect(await value([{ shouldCall: false }], [[call("add", {}, { raw: "{" })]])).toBe(0);
    expect(await value([{ shouldCall: false, tools: ["add"] }], [[call("add", {}, { invalid: "no" })]])).toBe(0);
  });

  test("a rejected proposal is a call", async () => {
    expect(await value([{ shouldCall: false }], [[rejected("add")]])).toBe(0);
  });

  test("with a name: that tool, wherever it is called, and no other", async () => {
    const tools: Tools = [{ shouldCall: false, tools: ["add"] }];
    expect(await value(tools, [[call("update_status")]])).toBe(1);
    expect(await value(tools, [["hm"], [add()]])).toBe(0);
  });

  test("with several names: none of them", async () => {
    expect(await value([{ shouldCall: false, tools: ["add", "update"] }], [[call("update")]])).toBe(0);
  });

  test("a display tool counts where it is named", async () => {
    expect(await value([{ shouldCall: false, tools: ["show"] }], [[display("show")]])).toBe(0);
  });

  test("with a turn: that exchange alone", async () => {
    const tools: Tools = [{ turn: 1, shouldCall: false }];
    expect(await value(tools, [["advice"], [add()]])).toBe(1);
    expect(await value(tools, [[add()], ["advice"]])).toBe(0);
    const named: Tools = [{ turn: 1, shouldCall: false, tools: ["add"] }];
    expect(await value(named, [["advice"], [add()]])).toBe(1);
    expect(await value(named, [[add()]])).toBe(0);
  });

  test("required parameters have no effect on it", async () => {
    expect(await value([{ shouldCall: false, required: ["text"] }], [["advice"]])).toBe(1);
  });

  test("extraCalls allow does not allow it", async () => {
    expect(await value([{ shouldCall: false }], [[add()]], { extraCalls: "allow" })).toBe(0);
  });
});

describe("expected and unwanted together", () => {
  test("without a turn, unwanted looks only at exchanges that no expected call names", async () => {
    const tools: Tools = [{ turn: 2, shouldCall: true, tools: ["add"] }, { shouldCall: false }];
    expect(await value(tools, [["advice"], [add()], ["done"]])).toBe(1);
    const early = await score(tools, [[call("update")], [add()]]);
    expect(early.checks.map((check) => check.value)).toEqual([1, 0]);
  });

  test("a second write in a named exchange is held against the expected call, not against unwanted", async () => {
    const tools: Tools = [{ turn: 1, shouldCall: true, tools: ["add"] }, { shouldCall: false }];
    const { checks } = await score(tools, [[add(), call("update")]]);
    expect(checks.map((check) => check.value)).toEqual([0.4, 1]);
  });

  test("a named exchange stays out of unwanted even when the expected call was not made", async () => {
    const tools: Tools = [{ turn: 1, shouldCall: true, tools: ["add"] }, { shouldCall: false }];
    const { checks } = await score(tools, [[call("update")]]);
    expect(checks.map((check) => check.value)).toEqual([0.4, 1]);
  });

  test("beside an expected call without a turn, the calls that meet it are excused and all others are not", async () => {
    const tools: Tools = [{ shouldCall: true, tools: ["add"] }, { shouldCall: false }];
    expect(await value(tools, [["advice"], [add()]])).toBe(1);
    const { checks } = await score(tools, [[call("update")], [add()]]);
    expect(checks.map((check) => check.value)).toEqual([0.4, 0]);
  });

  test("an exchange ruled out by number stays ruled out for a call that could have come anywhere", async () => {
    const tools: Tools = [
      { shouldCall: true, tools: ["add"] },
      { turn: 1, shouldCall: false },
    ];
    expect(await value(tools, [["which one?"], [add()]])).toBe(1);
    expect(await value(tools, [[add()], ["done"]])).toBe(0);
  });

  test("a named tool is unwanted except where it is expected", async () => {
    const tools: Tools = [
      { turn: 2, shouldCall: true, tools: ["add"] },
      { shouldCall: false, tools: ["add"] },
    ];
    expect(await value(tools, [["hm"], [add()]])).toBe(1);
    expect(await value(tools, [[add()], [add()]])).toBe(0);
  });
});

describe("several expectations", () => {
  test("the smallest counts, and the detail says which", async () => {
    const tools: Tools = [
      { turn: 1, shouldCall: true, tools: ["add"] },
      { turn: 2, shouldCall: true, tools: ["update"], required: ["text"] },
    ];
    const { value, checks, detail } = await score(tools, [[add()], [call("update")]]);
    expect(value).toBe(0.7);
    expect(checks.map((check) => check.value)).toEqual([1, 0.7]);
    expect(detail).toMatchObject({ smallest: ["expectation-2"] });
  });

  test("two expected of the same kind take two calls", async () => {
    const tools: Tools = [
      { shouldCall: true, tools: ["add"], arguments: { text: "a" } },
      { shouldCall: true, tools: ["add"], arguments: { text: "b" } },
    ];
    expect(await value(tools, [[add("a"), add("b")]])).toBe(1);
    expect(await value(tools, [[add("a"), add("a")]])).toBe(0.7);
  });

  test("calls are matched by the best assignment, not by the first that fits", async () => {
    const tools: Tools = [
      { shouldCall: true, tools: ["add"] },
      { shouldCall: true, tools: ["add"], arguments: { text: "a" } },
    ];
    expect(await value(tools, [[add("a"), add("b")]])).toBe(1);
    const three: Tools = [
      { shouldCall: true },
      { shouldCall: true, tools: ["add", "update"] },
      { shouldCall: true, tools: ["add"] },
    ];
    expect(await value(three, [[add(), call("update"), call("move")]])).toBe(1);
  });

  test("where a display and a write would both do, the write is taken, so that it is not left over", async () => {
    expect(await value([{ shouldCall: true, tools: ["show", "add"] }], [[display("show"), add()]])).toBe(1);
  });

  test("where writes left over are free, the call with the right parameters is taken", async () => {
    const tools: Tools = [{ shouldCall: true, tools: ["show", "add"], required: ["text"] }];
    const made: Exchanges = [[display("show", { text: "x" }), call("add")]];
    expect(await value(tools, made, { extraCalls: "allow" })).toBe(1);
    expect(await value(tools, made)).toBe(0.7);
  });

  test("an object written twice is two expectations", async () => {
    const once = { shouldCall: true, tools: ["add"] };
    const twice = { ...caseOf(), expect: { tools: [once, once] } };
    expect((await scoredOf(toolUse(), transcriptOf([[add(), add()]]), twice)).value).toBe(1);
    expect((await scoredOf(toolUse(), transcriptOf([[add()]]), twice)).value).toBe(0.4);
  });
});

describe("order", () => {
  const inOrder: Tools = [
    { shouldCall: true, tools: ["show"], order: 1 },
    { shouldCall: true, tools: ["add"], order: 2 },
  ];

  test("entries that carry it are met in ascending order", async () => {
    expect(await value(inOrder, [[display("show"), add()]])).toBe(1);
    expect(await value(inOrder, [[display("show")], [add()]])).toBe(1);
  });

  test("a call in the wrong order does not meet its expectation", async () => {
    const { value, checks } = await score(inOrder, [[add(), display("show")]]);
    expect(value).toBe(0.4);
    expect(checks.some((check) => check.reason.includes("in the wrong order"))).toBe(true);
  });

  test("the place in the list does not count, the number does", async () => {
    expect(await value(inOrder.toReversed(), [[display("show"), add()]])).toBe(1);
  });

  test("without it any order will do", async () => {
    const free = inOrder.map(({ order: _, ...rest }) => rest);
    expect(await value(free, [[add(), display("show")]])).toBe(1);
  });

  test("a later call of the same tool can still meet it", async () => {
    const tools: Tools = [
      { shouldCall: true, tools: ["add"], order: 1 },
      { shouldCall: true, tools: ["show"], order: 2 },
    ];
    expect(await value(tools, [[display("show"), add(), display("show")]])).toBe(1);
  });
});

describe("the metric", () => {
  test("is skipped without any expectation", async () => {
    expect(await scoreOf(toolUse(), transcriptOf([[add()]]))).toMatchObject({ status: "skipped" });
    expect(await scoreOf(toolUse(), transcriptOf([[add()]]), expecting([]))).toMatchObject({ status: "skipped" });
  });

  test("has the threshold 0.8, or the one it is given", async () => {
    const [transcript, testCase] = [
      transcriptOf([[call("add")]]),
      expecting([{ shouldCall: true, tools: ["add"], required: ["text"] }]),
    ];
    expect(await scoredOf(toolUse(), transcript, testCase)).toMatchObject({ threshold: 0.8, passed: false });
    expect(await scoredOf(toolUse({ threshold: 0.7 }), transcript, testCase)).toMatchObject({ passed: true });
  });

  test("takes a name and can be for the report only", () => {
    expect(toolUse({ name: "tools", report: true })).toMatchObject({ name: "tools", gating: false, judged: false });
  });

  test("records every node of the way", async () => {
    const { detail } = await score([{ shouldCall: true, tools: ["add"], required: ["date"] }], [[add()]]);
    expect(detail).toEqual({
      smallest: ["expectation-1"],
      trails: [
        {
          id: "expectation-1",
          score: 0.7,
          steps: [
            { node: "tool_decision", ok: true, reason: "a tool was called" },
            { node: "tool_types", ok: true, reason: "add was called" },
            { node: "tool_params", ok: false, reason: "date is absent" },
          ],
        },
      ],
    });
  });

  test("labels say what is expected and where", async () => {
    const tools: Tools = [
      { turn: 1, shouldCall: true, tools: ["add", "update"] },
      { turn: 2, shouldCall: false },
    ];
    expect((await score(tools, [[add()], ["ok"]])).checks.map(({ label }) => label)).toEqual([
      "exchange 1: calls add or update",
      "exchange 2: does not call a tool that writes",
    ]);
  });
});

test("hanging up before an exchange does not count as calling nothing in it", async () => {
  const tools: Tools = [
    { turn: 1, shouldCall: false },
    { turn: 2, shouldCall: false, tools: ["add"] },
  ];
  const ended = async (by: "agent" | "user") => {
    const outcome: Transcript["outcome"] = { kind: "completed", ended: { by, unsaid: [] } };
    const { checks } = await scoredOf(toolUse(), { ...transcriptOf([["bye"]]), outcome }, expecting(tools));
    return checks.map(({ reason }) => reason);
  };
  expect(await ended("agent")).toEqual([
    "nothing unwanted was called",
    "the agent hung up in exchange 1, so exchange 2 was not played",
  ]);
  // A simulated user may be done before.
  expect(await ended("user")).toEqual(["nothing unwanted was called", "nothing unwanted was called"]);
});

test("one instance over a thousand cases at once mixes nothing up", async () => {
  const metric = toolUse();
  const scores = await Promise.all(
    Array.from({ length: 1000 }, (_, index) => {
      const testCase = expecting([
        { shouldCall: true, tools: [`tool-${index}`], arguments: { n: { matches: `^${index}$` } } },
      ]);
      const made = index % 2 === 0 ? call(`tool-${index}`, { n: String(index) }) : call(`tool-${index + 1}`);
      return scoredOf(metric, transcriptOf([[made]]), testCase);
    }),
  );
  for (const [index, { value, checks }] of scores.entries()) {
    expect([value, checks[0]?.label]).toEqual([index % 2 === 0 ? 1 : 0.4, `calls tool-${index}`]);
  }
});
