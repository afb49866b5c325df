import { describe, expect, test } from "vitest";
import type { JsonObject } from "../base/index.ts";
import type { Question } from "./question.ts";
import { Passages } from "./quotes.ts";
import { scaleMenu } from "./rate.ts";
import { answerOf, conversation, questionOf } from "./testing-judge.test-helper.ts";
import { validateAnswer } from "./validate-answer.ts";

const transcript = conversation([["What next?", "Call the vendor today. Shall I add it?"]]);
const passages = new Passages(transcript, []);
const yes = { verdict: "yes", quote: "Call the vendor today.", reason: "It names one." };
const no = { verdict: "no", absent: true, reason: "It never asked." };

function validate(items: Parameters<typeof answerOf>[0] | JsonObject[], more: Partial<Question> = {}) {
  const answer = Array.isArray(items) ? { items } : (JSON.parse(answerOf(items)) as JsonObject);
  return validateAnswer(answer, questionOf(more), passages);
}
const problemsOf = (...given: Parameters<typeof validate>) => {
  const reading = validate(...given);
  return reading.ok ? [] : reading.problems;
};

describe("a valid answer", () => {
  test("gives the verdicts in the order of the items, with checked quotes", () => {
    expect(validate({ c2: no, c1: yes })).toEqual({
      ok: true,
      value: [
        {
          id: "c1",
          verdict: "yes",
          reasoning: "It names one.",
          evidence: [{ text: "Call the vendor today.", exchange: 1, source: "reply" }],
          absent: false,
        },
        { id: "c2", verdict: "no", reasoning: "It never asked.", evidence: [], absent: true },
      ],
    });
  });

  test("may leave out what has a plain default", () => {
    const bare = [
      { id: "c1", evidence: ["Call the vendor"], verdict: "yes" },
      { id: "c2", absent: true, verdict: "no" },
    ];
    expect(validate(bare)).toMatchObject({
      value: [
        { reasoning: "", absent: false },
        { reasoning: "", evidence: [] },
      ],
    });
  });

  test("may hold fields nobody asked for", () => {
    expect(validate({ c1: { ...yes, confidence: 0.9 }, c2: no }).ok).toBe(true);
  });

  test("may name a point of a scale as a number", () => {
    const scale = { menu: scaleMenu([1, 10]), evidence: "none" as const };
    expect(validate({ c1: 4, c2: "10" }, scale)).toMatchObject({ value: [{ verdict: "4" }, { verdict: "10" }] });
  });

  test("a blank quote does not count", () => {
    expect(validate({ c1: yes, c2: { ...no, quote: ["", " "] } }).ok).toBe(true);
  });
});

describe("exactly one verdict for each item", () => {
  test("a missing one is named", () => {
    expect(problemsOf({ c1: yes })).toEqual(["item c2 has no verdict"]);
  });

  test("so is a doubled one, even if both say the same", () => {
    const doubled = [yesItem("c1"), yesItem("c1"), { id: "c2", absent: true, verdict: "no" }];
    expect(problemsOf(doubled)).toEqual(["item c1 has 2 verdicts"]);
  });

  test("so is an unknown one", () => {
    expect(problemsOf({ c1: yes, c2: no, c3: yes })).toEqual(['there is no item "c3"']);
  });

  test("an entry without an id, or that is not an object, is unknown", () => {
    expect(problemsOf([{ verdict: "yes" }, yesItem("c1"), { id: "c2", absent: true, verdict: "no" }])).toEqual([
      "there is no item null",
    ]);
    for (const stray of ["yes", null, [yesItem("c1")]]) {
      const items = [yesItem("c1"), { id: "c2", absent: true, verdict: "no" }, stray];
      expect(validateAnswer({ items }, questionOf(), passages)).toEqual({
        ok: false,
        problems: ['entry 3 of "items" is not an object'],
      });
    }
  });

  test("all that is wrong is said at once", () => {
    expect(problemsOf({ c1: { ...yes, quote: "invented words here" }, c9: yes })).toHaveLength(3);
  });

  test.each([[{}], [{ items: "none" }], [{ items: { c1: "yes" } }]])("%j has no list", (answer) => {
    expect(validateAnswer(answer, questionOf(), passages)).toEqual({
      ok: false,
      problems: ['the answer has no list "items"'],
    });
  });
});

describe("a verdict is on the menu", () => {
  test.each([
    ["another word", "maybe"],
    ["a translated one", "ja"],
    ["one with more to it", "yes, mostly"],
    ["null", null],
    ["a list", ["yes"]],
  ])("%s is not", (_name, verdict) => {
    expect(problemsOf({ c1: { ...yes, verdict }, c2: no })[0]).toMatch(
      /^item c1: .* is not on the menu, which has "yes", "partly", "no"$/,
    );
  });

  test("none at all is not", () => {
    expect(problemsOf({ c1: { quote: "Call the vendor" }, c2: no })).toEqual(["item c1: it has no verdict"]);
  });

  test.each([15, "15", 0, 4.5, -1])("%j of 10 is off the scale", (verdict) => {
    const scale = { menu: scaleMenu([1, 10]), evidence: "none" as const };
    expect(problemsOf({ c1: { verdict }, c2: 3 }, scale)[0]).toMatch(/^item c1: .* is off the scale/);
  });

  test("a number that a scale with words does not have is off the menu", () => {
    const menu = [...scaleMenu([1, 2]), { verdict: "not applicable", meaning: "it never came up" }];
    expect(problemsOf({ c1: 9, c2: 1 }, { menu, evidence: "none" })).toEqual([
      'item c1: 9 is not on the menu, which has "1", "2", "not applicable"',
    ]);
  });

  test("of its own item, where that has one", () => {
    const items = [
      { id: "c1", text: "x" },
      { id: "c2", text: "y", menu: scaleMenu([1, 3]) },
    ];
    expect(validate({ c1: "yes", c2: 3 }, { items, evidence: "none" }).ok).toBe(true);
    expect(problemsOf({ c1: "yes", c2: "yes" }, { items, evidence: "none" })[0]).toContain("not on the menu");
    expect(problemsOf({ c1: 3, c2: 3 }, { items, evidence: "none" })[0]).toContain("not on the menu");
  });
});

describe("evidence", () => {
  test("that is invented is refused, whatever the rule asks for", () => {
    for (const evidence of ["required", "optional"] as const) {
      const problems = problemsOf(
        { c1: { ...yes, quote: ["Call the vendor", "I am the best agent"] }, c2: no },
        { evidence },
      );
      expect(problems).toEqual(["item c1: the quote “I am the best agent” is not in the record"]);
    }
  });

  test("required and not given is refused, and nothing can be absent there", () => {
    expect(problemsOf({ c1: "yes", c2: no })).toEqual(['item c1: the verdict "yes" has no quote']);
    expect(problemsOf({ c1: { verdict: "yes", absent: true }, c2: no })[0]).toContain("cannot be true");
  });

  test("required or absent is one of the two, and not both", () => {
    expect(validate({ c1: yes, c2: { verdict: "no", quote: "Shall I add it?" } }).ok).toBe(true);
    expect(problemsOf({ c1: yes, c2: "no" })[0]).toContain('has no quote, and "absent" is not true');
    expect(problemsOf({ c1: yes, c2: { ...no, quote: "Shall I add it?" } })[0]).toContain("one or the other");
  });

  test("optional may be left out", () => {
    expect(validate({ c1: "yes", c2: no }, { evidence: "optional" }).ok).toBe(true);
  });

  test("that is not asked for is not kept", () => {
    const menu = [
      { verdict: "yes", meaning: "it does" },
      { verdict: "no", meaning: "it does not" },
    ];
    const reading = validate(
      { c1: { verdict: "yes", quote: "whatever it may be" }, c2: "no" },
      { evidence: "none", menu },
    );
    expect(reading).toMatchObject({ ok: true, value: [{ evidence: [] }, { evidence: [] }] });
  });

  test("may be restricted to sources", () => {
    const problems = problemsOf({ c1: yes, c2: no }, { sources: ["fact"] });
    expect(problems).toEqual([expect.stringContaining("here it may come from: fact")]);
  });

  test.each([
    ["evidence that is not text", { evidence: [1] }],
    ["evidence in lists of lists", { evidence: [["Call the vendor"]] }],
    ["evidence in an object without words", { evidence: { exchange: 1 } }],
    ["evidence in a text that lists more than texts", { evidence: '["Call the vendor today.", 1]' }],
    ["reasoning that is not text", { reasoning: 1 }],
    ["absent that is not a yes or no", { absent: "false" }],
  ])("%s is refused", (_name, field) => {
    expect(
      problemsOf([
        { ...yesItem("c1"), ...field },
        { id: "c2", absent: true, verdict: "no" },
      ]),
    ).toHaveLength(1);
  });

  test("is absent only by a plain true: a text, a number or null is refused", () => {
    for (const absent of ["false", "true", 1, null]) {
      expect(problemsOf([yesItem("c1"), { id: "c2", absent, verdict: "no" }])).toEqual([
        'item c2: "absent" is neither true nor false',
      ]);
    }
  });

  test("an empty list in a text is not a quote", () => {
    expect(
      problemsOf([
        { ...yesItem("c1"), evidence: "[]" },
        { id: "c2", absent: true, verdict: "no" },
      ]),
    ).toEqual(['item c1: the verdict "yes" has no quote']);
  });
});

function yesItem(id: string): JsonObject {
  return { id, evidence: ["Call the vendor today."], reasoning: "", verdict: "yes" };
}

describe("evidence in another form is read", () => {
  const quote = "Call the vendor today.";
  test.each([
    ["a text", quote],
    ["a list in a text", JSON.stringify([quote])],
    ["a list in a text, after white space", `\n ${JSON.stringify([quote])}`],
    ["an object", { text: quote, exchange: 1 }],
    ["a list of objects", [{ quote }]],
  ])("%s", (_name, evidence) => {
    const reading = validate([
      { id: "c1", evidence, verdict: "yes" },
      { id: "c2", evidence: null, absent: true, verdict: "no" },
    ]);
    expect(reading).toMatchObject({ value: [{ evidence: [{ text: quote, source: "reply" }] }, { evidence: [] }] });
  });
});
