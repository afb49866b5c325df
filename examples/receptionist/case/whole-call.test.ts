import { describe, expect, test } from "vitest";
import { caseSchema } from "vivavoce";
import { greeting } from "../prompt/greeting.ts";
import { callDataOf } from "./call-data.ts";
import { wholeCall } from "./whole-call.ts";

const written = {
  id: "gas",
  description: "A gas emergency.",
  caller: ["My heater is off", "I smell gas"],
  expect: { final_state: "safety_exit", world: { effects: [] } },
};

test("the caller's lines are the script, after the greeting", () => {
  const testCase = caseSchema.parse(wholeCall.parse(written));
  expect(testCase.history).toEqual([{ role: "assistant", content: greeting }]);
  expect(testCase.script.map(({ content }) => content)).toEqual(written.caller);
});

test("a call begins in welcome with nothing known, in an office with a free week", () => {
  const testCase = caseSchema.parse(wholeCall.parse(written));
  expect(callDataOf(testCase)).toMatchObject({ kind: "call", state: "welcome", final_state: "safety_exit" });
  expect(testCase.world).toMatchObject({ today: "2026-06-15", appointments: [] });
});

test("it may begin elsewhere", () => {
  const testCase = caseSchema.parse(
    wholeCall.parse({ ...written, state: "urgency", session: { customer_name: "Jo" }, office: { calendar: [] } }),
  );
  expect(callDataOf(testCase)).toMatchObject({ state: "urgency", session: { customer_name: "Jo" } });
  expect(testCase.world).toMatchObject({ calendar: [] });
});

test("effects, calls, limits and what is forbidden go to Viva's own metrics", () => {
  const expected = {
    world: { effects: [{ kind: "value.added", pointer: "/callbacks/0" }] },
    calls: [{ name: "create_callback" }],
    safety: { forbid: [{ tool: "book_service" }] },
    limits: { questionsPerReply: 1 },
  };
  const testCase = caseSchema.parse(wholeCall.parse({ ...written, expect: { final_state: "follow_up", ...expected } }));
  expect(testCase.expect).toEqual(expected);
});

describe("refused", () => {
  test.each<[string, object, string]>([
    ["a state that nobody has heard of", { expect: { ...written.expect, final_state: "done" } }, "expect.final_state"],
    ["a field that no session has", { session: { nmae: "x" } }, "session"],
    ["a field that no office has", { office: { calender: [] } }, "office"],
    ["a call in which nobody speaks", { caller: [] }, "caller"],
    ["no word about the world", { expect: { final_state: "confirm" } }, "expect.world"],
  ])("%s", (_, given, path) => {
    const { error } = wholeCall.safeParse({ ...written, ...given });
    expect(error?.issues.map((issue) => issue.path.join("."))).toEqual([path]);
  });
});
