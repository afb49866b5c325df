import { describe, expect, test } from "vitest";
import { book, turn } from "../../spoken/testing-call.test-helper.ts";
import { judged, judgedScore, saying } from "../judged/testing-judged.test-helper.ts";
import { transcriptOf } from "../testing-transcript.test-helper.ts";
import { spoken } from "./spoken.ts";

const line = "I work mornings, so Friday";
const call = transcriptOf([
  turn("Hi.", "When should we come?"),
  turn(line, book({ preferred_time: "Friday 2 PM" }), "Okay."),
]);
const options = { commit: { tools: ["book_service"] }, checks: { confirm: false }, now: "2026-11-12" } as const;
const metric = spoken({ ...options, undecided: "judge" });
const id = "read-back-time";

describe("undecided: judge", () => {
  test.each([
    ["same", 1],
    ["different", 0],
  ])("takes the judge's %s with a quote, and counts it apart", async (verdict, value) => {
    const model = saying({ [id]: { verdict, quote: line, reason: "afternoons are free" } });
    const { checks, detail } = await judgedScore(metric, call, model);
    expect(checks.find((check) => check.id === id)).toMatchObject({
      verdict,
      value,
      reason: expect.stringMatching(/^by the judge/),
    });
    expect(detail).toMatchObject({ byJudge: 1, coverage: { decided: 1, of: 1 } });
    expect(JSON.stringify(model.calls)).toContain("Thu, 12 Nov 2026");
  });

  test.each([
    ["cannot tell", { verdict: "cannot tell", reason: "two ways" }],
    ["a quote that nobody said", { verdict: "same", quote: "Friday at two in the afternoon", reason: "" }],
    ["no quote", { verdict: "same", reason: "" }],
  ])("leaves the row undecided: %s", async (_, answer) => {
    const { checks, detail } = await judgedScore(metric, call, saying({ [id]: answer }));
    expect(checks.find((check) => check.id === id)).toMatchObject({ verdict: "undecided" });
    expect(detail).toMatchObject({ byJudge: 0 });
  });

  test("is off by default: nobody is asked, and the identity is as before", async () => {
    const model = saying({});
    await judged(spoken(options), call, model);
    expect(model.calls).toEqual([]);
    expect(spoken({ ...options, undecided: "show" }).identity.hash).toBe(spoken(options).identity.hash);
    expect(metric.identity.hash).not.toBe(spoken(options).identity.hash);
  });

  test("refuses another word", () => {
    expect(() => spoken({ undecided: "ask" as "show" })).toThrow(/undecided/);
  });
});
