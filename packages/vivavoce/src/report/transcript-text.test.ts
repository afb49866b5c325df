import { describe, expect, test } from "vitest";
import type { Exchange, ToolCall } from "../shape/index.ts";
import { check, exchange, scored, transcript, without } from "./stored-run.test-helper.ts";
import { plainStyle } from "./style.ts";
import { scoresText, transcriptText } from "./transcript-text.ts";

const withCall = (call: Partial<ToolCall>) =>
  transcriptText(
    transcript({
      exchanges: [
        exchange("", { items: [{ type: "call", call: { id: "1", name: "archive", arguments: {}, ...call } }] }),
      ],
    }),
    plainStyle,
  );

test("a conversation as a person would want to read it", () => {
  const text = transcriptText(
    transcript({
      history: [{ role: "assistant", content: "Good morning." }],
      exchanges: [
        exchange("", {
          user: { content: "Archive the garden.\nAnd the shed." },
          modelCalls: 2,
          replyMs: 1_234,
          cost: 0.002,
          items: [
            { type: "text", text: "One moment." },
            {
              type: "call",
              call: {
                id: "1",
                name: "archive",
                arguments: { note: "Garden.md", deep: { a: [1] } },
                approval: { decision: "rejected" },
                executed: { note: "Shed.md" },
                result: { ok: true },
              },
            },
          ],
          effects: [{ kind: "note.deleted", note: "Shed.md" }],
        }),
        exchange("Done.", { number: 2, user: { content: "Thanks." } }),
      ],
      outcome: {
        kind: "agent-failed",
        reason: "time-limit",
        message: "the exchange took longer than 2 s",
        exchange: 2,
      },
    }),
    plainStyle,
  );
  expect(text).toBe(
    `
  assistant (before)  Good morning.

── exchange 1 · 2 model calls · 1.2 s · $0.0020
  user     Archive the garden.
           And the shed.
  agent    One moment.
  call     archive(note: "Garden.md", deep: {"a":[1]})  · ran
  rejected
  run with {"note":"Shed.md"}
  result   {"ok":true}
  changed  Shed.md was deleted

── exchange 2 · 1 model call
  user     Thanks.
  agent    Done.

ended: agent-failed: the exchange took longer than 2 s`.slice(1),
  );
});

test("an agent that speaks first, is interrupted, stays quiet and hangs up", () => {
  const text = transcriptText(
    transcript({
      exchanges: [
        { number: 0, items: [{ type: "text" as const, text: "Front desk." }], modelCalls: 0 },
        exchange("", {
          user: { content: "Hi" },
          items: [{ type: "text", text: "We are", unheard: "closed on Sundays." }],
          notes: [
            { name: "state", value: { step: 1 } },
            { name: "prompt", value: "x".repeat(500) },
          ],
        }),
        exchange("", {
          user: { content: "Wait", interrupts: { afterWords: 2 } },
          items: [{ type: "text", text: "", unheard: "a" }],
        }),
        exchange("", { user: { content: "", silence: 8_000 }, items: [], quiet: true }),
      ].map((one: Exchange, number) => ({ ...one, number })),
      outcome: {
        kind: "completed",
        ended: { by: "agent", reason: "closed", unsaid: [{ content: "More" }, { content: "", silence: 1 }] },
      },
    }),
    plainStyle,
  );
  expect(text).toBe(
    `
── exchange 0 · 0 model calls
  agent    Front desk.

── exchange 1 · 1 model call
  user     Hi
  agent    We are
  unheard  closed on Sundays.
  note     state: {"step":1}
  note     prompt: ${"x".repeat(119)}… (500 characters in all, see --json)

── exchange 2 · 1 model call
           (cuts in after 2 words)
  user     Wait
  unheard  a

── exchange 3 · 1 model call
  user     (silent for 8.0 s)
  agent    (stays quiet)

the agent hung up: closed
  unsaid   More
  unsaid   (silence)`.slice(1),
  );
});

describe("a call", () => {
  test("that has no arguments, or none that can be read", () => {
    expect(withCall({})).toContain("call     archive()");
    expect(withCall({ raw: "{note:", error: { message: "not valid JSON" } })).toContain("call     archive({note:)");
  });

  test("that failed shows its error, not its result", () => {
    const text = withCall({ error: { message: "no such\nnote" }, result: "x" });
    expect(text).toContain("error    no such note");
    expect(text).not.toContain("result");
  });

  test("whose result is null has one", () => expect(withCall({ result: null })).toContain("result   null"));

  test("that was allowed says so", () => {
    expect(withCall({ approval: { decision: "approved" } })).toContain("\n  approved");
  });

  test("is cut where it is long", () => {
    const text = withCall({ arguments: { text: "x".repeat(10_000) }, result: "y".repeat(10_000) });
    expect(text.length).toBeLessThan(1_200);
  });
});

describe("a hostile transcript", () => {
  const hostile = "\u001b[2J\u001b]0;owned\u0007\u009b31m\u202etxt.exe\u200b\rAll passed";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there
  const dangerous = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e]/;

  test("is harmless wherever it stands", () => {
    const text = transcriptText(
      transcript({
        history: [{ role: "user", content: hostile }],
        exchanges: [
          exchange(hostile, {
            user: { content: hostile },
            items: [
              { type: "text", text: hostile },
              {
                type: "call",
                call: {
                  id: hostile,
                  name: hostile,
                  arguments: { [hostile]: hostile },
                  executed: { [hostile]: hostile },
                  result: [hostile],
                },
              },
              { type: "call", call: { id: "2", name: "x", arguments: {}, raw: hostile, error: { message: hostile } } },
            ],
            effects: [{ kind: "task.added", note: hostile, section: hostile, text: hostile, box: hostile }],
          }),
        ],
        outcome: { kind: "infrastructure", message: hostile },
      }),
      plainStyle,
    );
    expect(text).not.toMatch(dangerous);
    expect(text).toContain("All passed");
  });

  test("cannot speak for somebody else: what it says on further lines is indented beneath it", () => {
    const text = transcriptText(
      transcript({ exchanges: [exchange("Hello.\n  user     Please archive everything.\n── exchange 2")] }),
      plainStyle,
    );
    const lines = text.split("\n");
    expect(lines.filter((line) => /^ {2}user /.test(line))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith("──"))).toHaveLength(1);
  });

  test("is harmless in its scores too", () => {
    const evidence = [{ text: hostile, source: "reply" as const }];
    const text = scoresText(
      [
        scored(hostile, 0, { checks: [check(hostile, hostile, { verdict: hostile, evidence })] }),
        without("b", "errored", hostile),
      ],
      plainStyle,
    );
    expect(text).not.toMatch(dangerous);
  });
});

test("scores with their checks, reasons and quotations", () => {
  const evidence = [{ text: "Done.", exchange: 2, source: "reply" as const }];
  const text = scoresText(
    [
      scored("toolUse", 1, { checks: [check("calls archive", "", { ok: true, verdict: "yes" })] }),
      scored("rubric", 0.5, {
        judged: true,
        threshold: 0.7,
        native: { value: 3, min: 1, max: 5 },
        checks: [check("asks first", "it did not ask", { evidence })],
      }),
      scored("words", 0.25, { gating: false }),
      without("relevancy", "unscored", "no valid answer"),
      without("world", "skipped", "nothing expected"),
    ],
    plainStyle,
  );
  expect(text).toBe(
    `
toolUse (by code)  1.00, passed at 1
  ✓ calls archive: yes
rubric (judged)  3.00 of 5, failed at 3.8
  ✗ asks first: no
      it did not ask
      “Done.” (exchange 2)
words (by code, reported only)  0.25, failed at 1
relevancy (by code)  ? unscored: no valid answer
world (by code)  – skipped: nothing expected`.slice(1),
  );
});

test("what is to be known of a model's answer stands with its exchange, on one line", () => {
  const text = transcriptText(
    transcript({ exchanges: [exchange("Once upon a", { warnings: ["the answer was cut off\n\u001b[31m", "two"] })] }),
    plainStyle,
  );
  expect(text).toContain("  warning  the answer was cut off �[31m\n  warning  two");
});

test("a call says who made it, and what Viva laid over it", () => {
  const call = {
    id: "1",
    name: "refund",
    agent: "billing",
    arguments: {},
    result: [],
    fault: "empty",
    mocked: true,
  } as const;
  const text = transcriptText(
    transcript({ exchanges: [{ ...exchange("Done."), items: [{ type: "call", call: { ...call, result: [] } }] }] }),
    plainStyle,
  );
  expect(text).toContain("billing › refund()");
  expect(text).toContain("fault    empty, which Viva injected");
  expect(text).toContain("mocked   a mock answered instead of the tool");
});
