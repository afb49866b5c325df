import { describe, expect, test } from "vitest";
import { type CaseInput, caseSchema, neededAbilities } from "../shape/index.ts";
import { caseList } from "./case-files.ts";
import { checkExpectations } from "./check/check-expectations.ts";
import { validateCase } from "./check/validate.ts";
import { lineCases } from "./line-cases.ts";

const user = { persona: "Maria", goal: "A visit", stop: { goalMet: "it is booked" } };

async function complaints(given: object): Promise<string[]> {
  const validation = await validateCase(caseList([]), { id: "one", script: [{ content: "Hi" }], ...given });
  return validation.kind === "refused" ? validation.complaints.map(({ message }) => message) : [];
}

describe("a case", () => {
  test.each<[object]>([
    [{ opens: "agent", script: [{ content: "Hi", interrupts: { afterWords: 0 } }, { silence: 500 }] }],
    [{ user }],
    [{ script: [], user: { ...user, opening: "Hello" } }],
    [{ script: [{ content: "Hi", expect: { criteria: { criteria: ["is kind"] }, contains: ["a"], matches: ["b"] } }] }],
    [{ expect: { end: { by: "agent", reason: { contains: "closed" } }, quiet: [1] } }],
  ])("may be %j", async (given) => expect(await complaints(given)).toEqual([]));

  test.each<[object, string]>([
    [{ opens: "user" }, 'opens: should be "agent", found "user"'],
    [{ script: [{ content: "Hi", silence: 5 }] }, 'unknown field "silence" in script[0]'],
    [{ script: [{ silence: 0 }] }, "script[0].silence: should be over 0, found 0"],
    [
      { script: [{ content: "Hi", interrupts: { afterWords: 1 } }] },
      "there is nothing to interrupt before the first line",
    ],
    [{ script: [{ content: "Hi", expect: { tools: [{ shouldCall: true, turn: 1 }] } }] }, 'unknown field "turn"'],
    [{ script: [{ content: "Hi", expect: { matches: ["("] } }] }, "script[0].expect.matches[0]"],
    [{ user: { ...user, opening: "Hello" } }, "the script's first line opens the conversation"],
    [{ expect: { end: { by: "nobody" } } }, "expect.end.by"],
    [{ script: [] }, "a case needs a script, or a simulated user"],
  ])("may not be %j", async (given, message) => {
    expect(await complaints(given)).toEqual([expect.stringContaining(message)]);
  });

  test("cannot be ended by somebody who is not there", () => {
    const found = (given: Partial<CaseInput>) =>
      checkExpectations(caseSchema.parse({ id: "one", script: [{ content: "Hi" }], ...given })).map(
        ({ message }) => message,
      );
    expect(found({ expect: { end: { by: "user" } } })).toEqual([
      'expect.end.by is "user", but a script ends this conversation, not a user',
    ]);
    expect(found({ expect: { end: { by: "script" } }, user })).toHaveLength(1);
    expect(found({ expect: { tools: [{ shouldCall: true, turn: 0 }] } })).toEqual([
      "turn 0 is out of range: the agent does not speak first in this case",
    ]);
    expect(found({ opens: "agent", expect: { quiet: [0], tools: [{ shouldCall: true, turn: 0 }] } })).toEqual([]);
  });
});

test("what a case needs of an agent", () => {
  const needs = (given: Partial<CaseInput>) =>
    neededAbilities(caseSchema.parse({ id: "one", script: [{ content: "Hi" }], ...given }));
  expect(needs({})).toEqual([]);
  expect(needs({ opens: "agent", script: [{ content: "a", interrupts: { afterWords: 1 } }, { silence: 1 }] })).toEqual([
    "greet",
    "silence",
    "interrupt",
  ]);
  expect(needs({ user: { ...user, behaviours: ["falls-silent", "interrupts"] } })).toEqual(["silence", "interrupt"]);
});

test("a line's own expectations are a case whose tools are those of its exchange", () => {
  const script = [{ content: "a" }, { content: "b", expect: { contains: ["x"], calls: [{ name: "book" }] } }];
  const [line, ...others] = lineCases(caseSchema.parse({ id: "one", script, expect: { equals: "y" } }));
  expect(others).toEqual([]);
  expect(line).toMatchObject({ index: 1, exchange: 2 });
  expect(line?.case.expect).toEqual({ contains: ["x"], calls: [{ name: "book", turn: 2 }] });
});
