import { describe, expect, test } from "vitest";
import { caseSchema } from "vivavoce";
import { greeting } from "../prompt/greeting.ts";
import { callDataOf } from "./call-data.ts";
import { simulatedCall } from "./simulated-call.ts";

const caller = {
  persona: "Kim, in a hurry.",
  goal: "Have somebody come tomorrow.",
  opening: "My AC quit.",
  stop: { goal_met: "a visit is booked." },
};
const written = {
  id: "kim",
  description: "A booking.",
  session: { phone_number: "+15125550121" },
  caller,
  expect: { final_state: "confirm", world: { effects: [] } },
};

test("a model plays the caller, after the greeting and without a script", () => {
  const testCase = caseSchema.parse(simulatedCall.parse(written));
  expect(testCase.script).toEqual([]);
  expect(testCase.history).toEqual([{ role: "assistant", content: greeting }]);
  expect(testCase.user).toMatchObject({
    persona: "Kim, in a hurry.",
    goal: "Have somebody come tomorrow.",
    opening: "My AC quit.",
    stop: { goalMet: "a visit is booked." },
  });
});

test("everything else is that of a whole call", () => {
  const testCase = caseSchema.parse(simulatedCall.parse(written));
  expect(callDataOf(testCase)).toMatchObject({
    kind: "call",
    state: "welcome",
    session: { phone_number: "+15125550121" },
    final_state: "confirm",
  });
  expect(testCase.world).toMatchObject({ today: "2026-06-15" });
});

test("what the caller knows, tells, cannot know and never says reaches Viva under its own names", () => {
  const more = {
    knows: { trouble: "no cold air" },
    tells_when_asked: { zip: { value: "78704", asked: ["\\bzip\\b"] } },
    cannot_know: ["A-1001"],
    never_says: ["cancel"],
    behaviours: ["impatient", "vague"],
    stop: { goal_met: "it is booked.", gives_up: "it takes too long." },
    max_exchanges: 7,
  };
  const { user } = caseSchema.parse(simulatedCall.parse({ ...written, caller: { ...caller, ...more } }));
  expect(user).toEqual({
    persona: caller.persona,
    goal: caller.goal,
    opening: caller.opening,
    knows: { trouble: "no cold air" },
    tellsWhenAsked: { zip: { value: "78704", asked: ["\\bzip\\b"] } },
    cannotKnow: ["A-1001"],
    neverSays: ["cancel"],
    behaviours: ["impatient", "vague"],
    stop: { goalMet: "it is booked.", givesUp: "it takes too long." },
    maxExchanges: 7,
  });
});

describe("refused", () => {
  test.each<[string, object, string]>([
    ["a caller without a goal", { goal: "" }, "caller.goal"],
    ["a behaviour that nobody has heard of", { behaviours: ["grumpy"] }, "caller.behaviours.0"],
    ["a pattern that is none", { never_says: ["("] }, "caller.never_says.0"],
    ["a caller who never stops", { stop: {} }, "caller.stop.goal_met"],
    ["a field of another name", { persoan: "x" }, "caller"],
  ])("%s", (_, given, path) => {
    const { error } = simulatedCall.safeParse({ ...written, caller: { ...caller, ...given } });
    expect(error?.issues.map((issue) => issue.path.join("."))).toEqual([path]);
  });

  test("a script in place of a caller", () => {
    expect(simulatedCall.safeParse({ ...written, caller: ["Hello?"] }).success).toBe(false);
  });
});
