import { describe, expect, test } from "vitest";
import type { Outcome, Score, Transcript } from "../shape/index.ts";
import { failureLines, firstReason, showQuote } from "./failure-lines.ts";
import { check, exchange, scored, transcript, without } from "./stored-run.test-helper.ts";

const lines = (...scores: Score[]) => failureLines({ transcript: transcript(), scores });
const linesOf = (more: Partial<Transcript>) => failureLines({ transcript: transcript(more), scores: [] });

describe("why a trial did not pass", () => {
  test("the agent failed, how, and in which exchange", () => {
    const outcome: Outcome = { kind: "agent-failed", reason: "threw", message: "no\n\u001b[31msuch note", exchange: 2 };
    expect(linesOf({ outcome })).toEqual([{ source: "agent (threw)", text: "exchange 2: no �[31msuch note" }]);
  });

  test("the agent stayed quiet, but only where that was held against it", () => {
    const exchanges = [exchange("", { items: [], quiet: true })];
    expect(linesOf({ exchanges })).toMatchObject([{ source: "agent" }]);
    const faults = [{ kind: "echoed", exchange: 2, reason: "repeated itself", line: "Hi" } as const];
    const spoiled = linesOf({ exchanges, user: { kind: "simulated", stop: "goal-met", faults } });
    expect(spoiled.map(({ source }) => source)).toEqual(["simulated user"]);
    const outage: Outcome = { kind: "infrastructure", message: "500" };
    expect(linesOf({ outcome: outage, exchanges })).toMatchObject([{ source: "infrastructure" }]);
  });

  test("what is to be known of the models' answers comes last", () => {
    const exchanges = [exchange("Yes.", { warnings: ["the answer was cut off"] })];
    expect(linesOf({ exchanges }).at(-1)).toEqual({
      source: "model",
      text: "exchange 1: the answer was cut off",
    });
  });

  test("an outage, with its exchange where there is one", () => {
    expect(linesOf({ outcome: { kind: "infrastructure", message: "500" } })).toEqual([
      { source: "infrastructure", text: "500" },
    ]);
    expect(linesOf({ outcome: { kind: "infrastructure", message: "500", exchange: 1 } })).toEqual([
      { source: "infrastructure", text: "exchange 1: 500" },
    ]);
  });

  test("every check that failed, in the metric's own order; what passed is not said", () => {
    const checks = [check("look", "first"), check("add", "fine", { ok: true }), check("archive", "second")];
    expect(lines(scored("toolUse", 0.5, { checks }), scored("world", 1))).toEqual([
      { source: "toolUse", text: "look: first" },
      { source: "toolUse", text: "archive: second" },
    ]);
  });

  test("trials that failed alike have a kind in common, whatever came instead and in which exchange", () => {
    const kindOf = (label: string, reason: string) =>
      firstReason({ transcript: transcript(), scores: [scored("toolUse", 0, { checks: [check(label, reason)] })] })
        ?.kind;
    expect(kindOf("exchange 2: does not write", "called archive")).toBe("toolUse: does not write");
    expect(kindOf("exchange 7: does not write", "called delete “Garden”")).toBe("toolUse: does not write");
    const outcome: Outcome = { kind: "agent-failed", reason: "threw", message: "no such note", exchange: 2 };
    expect(firstReason({ transcript: transcript({ outcome }), scores: [] })).toEqual({
      source: "agent (threw)",
      text: "exchange 2: no such note",
      kind: "agent (threw): no such note",
    });
    expect(firstReason({ transcript: transcript(), scores: [] })).toBeUndefined();
  });

  test("a check that decided nothing is not a reason", () => {
    const undecided = check("zip", "not decided", { status: "skipped" });
    expect(lines(scored("spoken", 0.5, { checks: [check("time", "different"), undecided] }))).toEqual([
      { source: "spoken", text: "time: different" },
    ]);
  });

  test("a label that the reason holds already is not said twice", () => {
    const checks = [check("asks first", "“asks first”: no")];
    expect(lines(scored("criteria", 0, { checks }))).toEqual([{ source: "criteria", text: "“asks first”: no" }]);
  });

  test("a score without a failed check is under its threshold", () => {
    expect(lines(scored("relevancy", 0.654, { threshold: 0.7 }))).toEqual([
      { source: "relevancy", text: "0.65 is under the threshold of 0.7" },
    ]);
  });

  test("what has no score says why; what did not apply is not a reason", () => {
    expect(
      lines(without("a", "unscored", "no valid answer"), without("b", "errored", "boom"), without("c", "skipped", "x")),
    ).toEqual([
      { source: "a", text: "unscored: no valid answer" },
      { source: "b", text: "errored: boom" },
    ]);
  });

  test("what is only reported is not a reason, unless it broke", () => {
    expect(
      lines(
        scored("a", 0, { gating: false, checks: [check("x", "y")] }),
        without("b", "unscored", "no answer", false),
        without("c", "errored", "boom", false),
      ),
    ).toEqual([{ source: "c", text: "errored: boom" }]);
  });

  test("the words it rests on are quoted, unless they stand in the reason; a call is not a quotation", () => {
    const said = { text: "Done, all ten are archived.", exchange: 2, source: "reply" as const };
    const call = { text: "archive({})", source: "call" as const };
    expect(lines(scored("criteria", 0, { checks: [check("asks", "it did not", { evidence: [call, said] })] }))).toEqual(
      [{ source: "criteria", text: "asks: it did not “Done, all ten are archived.” (exchange 2)" }],
    );
    const reason = "it said “Done, all ten are archived.”";
    expect(lines(scored("criteria", 0, { checks: [check("asks", reason, { evidence: [said] })] }))[0]?.text).toBe(
      `asks: ${reason}`,
    );
    expect(lines(scored("criteria", 0, { checks: [check("asks", "no", { evidence: [call] })] }))[0]?.text).toBe(
      "asks: no",
    );
  });

  test("long reasons are cut, hostile ones are harmless", () => {
    const [line] = lines(scored("m", 0, { checks: [check("a", `\u202e\u001b]0;x\u0007${"long ".repeat(200)}`)] }));
    expect([...(line?.text ?? "")]).toHaveLength(400);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there
    expect(line?.text).not.toMatch(/[\u0000-\u001f\u202e]/);
  });

  test("a fault has room for what to do and what differs", () => {
    const message = `asks something else. Record the case again.\n${"x".repeat(600)}`;
    const [line] = linesOf({ outcome: { kind: "infrastructure", message } });
    expect([...(line?.text ?? "")]).toHaveLength(500);
    expect(line?.text).toMatch(/^asks something else\. Record the case again\. x+…$/);
  });
});

test("a quotation has its exchange where it is known", () => {
  expect(showQuote({ text: "Yes.\nNo.", source: "reply" })).toBe("“Yes. No.”");
  const long = showQuote({ text: `begins ${"x".repeat(500)} ends`, source: "user", exchange: 3 });
  expect(long).toMatch(/^“begins x{232}…x{155} ends” \(exchange 3\)$/);
});
