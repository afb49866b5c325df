import { describe, expect, test } from "vitest";
import { InputError } from "../../base/index.ts";
import { spoken } from "../../metric/rules/spoken.ts";
import { scoredOf, scoreOf, transcriptOf } from "../../metric/testing-transcript.test-helper.ts";
import { book, turn } from "../testing-call.test-helper.ts";

/** The address is decided, and the caller says yes; the ZIP code and the phone number were never given. */
const half = transcriptOf([
  turn("I'm at 12 Main Street.", "So that's 12 Main Street, right?"),
  turn("Yes.", book({ service_address: "12 Main St", zip_code: "78704", phone_number: "5125550199" }), "Done."),
]);
const readBackOnly = {
  words: false,
  questions: false,
  speakability: false,
  openers: false,
  askedAgain: false,
  confirm: false,
};

describe("coverage", () => {
  test("is shown beside the value, and does not change it", async () => {
    const { value, passed, checks, detail } = await scoredOf(spoken(), half);
    expect({ value, passed }).toEqual({ value: 1, passed: true });
    expect(detail).toMatchObject({ coverage: { decided: 2, of: 4, share: 0.5 } });
    expect(checks.at(-1)).toMatchObject({
      id: "coverage",
      verdict: "measured",
      reason: "2 of 4 decided; no minimum is set",
    });
  });

  test("below the minimum fails the metric, whatever its value", async () => {
    const { value, passed, checks } = await scoredOf(spoken({ minCoverage: 0.6 }), half);
    expect({ value, passed }).toEqual({ value: 1, passed: false });
    expect(checks.at(-1)).toMatchObject({
      id: "coverage",
      ok: false,
      reason: "2 of 4 decided; a share of at least 0.6 is needed",
    });
    expect(checks.at(-1)?.status).toBeUndefined();
  });

  test("that reaches the minimum passes", async () => {
    expect(await scoredOf(spoken({ minCoverage: 0.5 }), half)).toMatchObject({ value: 1, passed: true });
  });

  test("of nothing at all fails instead of being skipped", async () => {
    const played = transcriptOf([turn("Hi.", book({ zip_code: "78704" }))]);
    expect(await scoreOf(spoken({ checks: readBackOnly }), played)).toMatchObject({ status: "skipped" });
    const { value, passed } = await scoredOf(spoken({ checks: readBackOnly, minCoverage: 0.1 }), played);
    expect({ value, passed }).toEqual({ value: 0, passed: false });
  });

  test("does not apply where nothing could be undecided", async () => {
    const played = transcriptOf([turn("Hi.", "Hello, how can I help?")]);
    const { passed, checks } = await scoredOf(spoken({ minCoverage: 1 }), played);
    expect(passed).toBe(true);
    expect(checks.map(({ id }) => id)).not.toContain("coverage");
  });

  test("minCoverage is part of the metric's identity", () => {
    expect(spoken({ minCoverage: 0.5 }).identity.hash).not.toBe(spoken().identity.hash);
  });

  test.each([-0.1, 1.1, Number.NaN, "0.5" as never])("a minimum of %o is refused", (minCoverage) => {
    expect(() => spoken({ minCoverage })).toThrow(InputError);
    expect(() => spoken({ minCoverage })).toThrow("minCoverage should be");
  });
});
