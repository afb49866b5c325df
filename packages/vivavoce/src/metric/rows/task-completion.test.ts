import { describe, expect, test } from "vitest";
import { call, caseOf } from "../testing-transcript.test-helper.ts";
import { taskCompletion } from "./task.ts";
import { factsIn, itemsIn, refusalWith, scoreWith, skipWith, talk } from "./testing-catalogue.test-helper.ts";

const world = { opening: "no bookings", closing: "Friday: Ana, four", effects: [] };
const booking = talk([["A table for four on Friday.", call("book", { people: 4 }), "Booked for Friday."]], { world });
const verdicts = { done: 1, partly: 0.5, "not done": 0 };

describe("task completion", () => {
  test.each(Object.entries(verdicts))("%s counts %d", async (verdict, value) => {
    const score = await scoreWith(taskCompletion(), booking, { task: { verdict, quote: "Friday: Ana, four" } });
    expect(score).toMatchObject({ value, passed: value === 1 });
    expect(score.checks).toEqual([
      expect.objectContaining({ id: "task", verdict, evidence: [{ text: "Friday: Ana, four", source: "fact" }] }),
    ]);
  });

  const taskOf = async (metric: ReturnType<typeof taskCompletion>, testCase = caseOf()) => {
    const answers = { task: { verdict: "done", quote: "Booked for Friday." } };
    const { request } = await scoreWith(metric, booking, answers, testCase);
    return { text: itemsIn(request)[0]?.text, facts: factsIn(request).map(({ id }) => id) };
  };

  test("the goal of the case wins over that of its user, that over the goal of the suite, and that over what the user asks for", async () => {
    const suite = taskCompletion({ goal: "A table is booked." });
    expect((await taskOf(suite, caseOf({ goal: "Ana sits." }))).text).toBe("Ana sits.");
    const user = { persona: "Ana", goal: "A table.", opening: "Hello.", stop: { goalMet: "It is booked." } };
    expect((await taskOf(suite, caseOf({ goal: "Ana sits." }, { script: [], user }))).text).toBe("Ana sits.");
    expect((await taskOf(suite, caseOf({}, { script: [], user }))).text).toBe("A table.");
    expect((await taskOf(suite)).text).toBe("A table is booked.");
    expect((await taskOf(taskCompletion())).text).toBe(
      "Everything that the user asks for in this conversation, taken together.",
    );
  });

  test("the judge sees the world before and after", async () => {
    expect((await taskOf(taskCompletion())).facts).toEqual(["world-before", "world-after"]);
  });

  test("that nothing is done may rest on what is absent, that it is done may not", async () => {
    const absent = (verdict: string) => ({ task: { verdict, absent: true } });
    expect((await scoreWith(taskCompletion(), booking, absent("not done"))).value).toBe(0);
    expect(await refusalWith(taskCompletion(), booking, absent("done"))).toContain('"absent" cannot be true');
  });

  test("where the user asks for nothing it is skipped", async () => {
    const hello = talk([["Hello.", "Good morning!"]]);
    expect(await skipWith(taskCompletion(), hello, undefined, [{ task: "no task" }])).toBe(
      "the user asked for nothing",
    );
  });

  test("a goal that is given cannot be called no task", async () => {
    const reason = await refusalWith(taskCompletion({ goal: "A table is booked." }), booking, { task: "no task" });
    expect(reason).toContain('"no task" is not on the menu');
  });

  test("an agent that never answered gives nothing to judge, whatever the goal", async () => {
    expect(await skipWith(taskCompletion({ goal: "Sold." }), talk([["hello?"]]))).toContain("neither said nor did");
  });
});
