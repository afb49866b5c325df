import { describe, expect, test } from "vitest";
import { InfrastructureError, InputError, sentencesOf } from "../base/index.ts";
import { errorOf, isCutOff, ModelError, missingAnswerSchema, missingOf } from "./model-error.ts";

/** What anybody can tell of an error. */
const facts = (error: unknown): object => {
  const { name, message, status, failure, remedy, cause } = error as ModelError;
  return { name, message, status, failure, remedy, cause: ModelError.is(cause) ? facts(cause) : undefined };
};
const again = (error: unknown) => errorOf(missingAnswerSchema.parse(JSON.parse(JSON.stringify(missingOf(error)))));

describe("an error on a tape is thrown again as it was", () => {
  const busy = new ModelError({ failure: "status", status: 429, message: "too many", remedy: "wait" });
  test.each([
    ...missingAnswerSchema.shape.failure
      .unwrap()
      .options.map((failure) => new ModelError({ failure, message: `a ${failure}` })),
    busy,
    new ModelError({ failure: "cancelled", message: "cancelled", cause: busy }),
    new InfrastructureError({ message: "no script", remedy: "Write one." }),
    new TypeError("fetch failed"),
    Object.assign(new Error("overloaded"), { name: "APIError", status: 529 }),
  ])("%s", (error) => {
    expect(facts(again(error))).toEqual(facts(error));
    expect(again(error)).toBeInstanceOf(error instanceof ModelError ? ModelError : Error);
  });

  test.each([
    "a text",
    undefined,
    { reason: "none" },
    new InputError([{ message: "one", remedy: "Mend it." }, { message: "two" }]),
  ])("or at least says the same: %j", (thrown) => {
    expect(sentencesOf(again(thrown))).toBe(sentencesOf(thrown));
  });
});

test("a call that was given up while its server was down is an outage, not only given up", () => {
  const call = (error: ModelError) => ({ role: "agent" as const, label: "", index: 0, missing: missingOf(error) });
  const down = new ModelError({ failure: "network", message: "down" });
  expect(isCutOff(call(new ModelError({ failure: "cancelled", message: "stop" })))).toBe(true);
  expect(isCutOff(call(new ModelError({ failure: "cancelled", message: "stop", cause: down })))).toBe(false);
});
