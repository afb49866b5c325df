import { describe, expect, test } from "vitest";
import { redactor } from "../base/index.ts";
import type { CallRecord } from "../shape/index.ts";
import { replayTraffic } from "./replay-traffic.ts";
import { redactedRequest, requestHash } from "./request-hash.test-helper.ts";
import type { Tape } from "./tape.ts";
import type { ModelRequest } from "./types.ts";

const none = redactor({});
const ask = (...contents: string[]): ModelRequest => ({
  messages: contents.map((content) => ({ role: "user", content })),
});
const said = (text: string, fields: Partial<CallRecord> = {}): CallRecord => ({
  role: "agent",
  label: "",
  index: 0,
  answer: { text, toolCalls: [], finish: "stop" },
  ...fields,
});
const answering = (request: ModelRequest, fields: Partial<CallRecord> = {}): CallRecord =>
  said(`to ${request.messages.at(-1)?.content}`, {
    hash: requestHash("m", request, none),
    request: redactedRequest("m", request, none),
    ...fields,
  });
const tapeOf = (...records: CallRecord[]): Tape => ({
  // Only an entry that was written by hand has no hash.
  origin: records.every(({ hash }) => hash === undefined) ? "hand-written" : "recorded",
  repeat: 1,
  records,
});
const replay = (tape: Tape, modelId: () => string = () => "m") => replayTraffic({ tape, modelId, redactor: none });
const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error) => error,
  );

describe("a recorded tape", () => {
  test("answers the request that was recorded, with the record as it is on the tape", async () => {
    const record = answering(ask("hi"), { atMs: 3, durationMs: 40 });
    const traffic = replay(tapeOf(record));
    expect(await traffic.model("agent").call(ask("hi"))).toEqual(record.answer);
    expect(traffic.records()).toEqual([{ ...record, origin: "recorded", draw: expect.any(String) }]);
  });

  test("keeps the draw of an answer; without one, the entry and its file stand in", async () => {
    const drawOf = async (more: Partial<CallRecord>, file = "a.yaml", repeat = 1) => {
      const tape = { ...tapeOf(answering(ask("hi"), more)), repeat };
      const traffic = replayTraffic({ tape, file, modelId: () => "m", redactor: none });
      await traffic.model("agent").call(ask("hi"));
      return traffic.records()[0]?.draw;
    };
    const answer = { text: "Another.", toolCalls: [], finish: "stop" } as const;
    expect(await drawOf({ draw: "d1" })).toBe("d1");
    const first = await drawOf({});
    expect(await drawOf({})).toBe(first);
    const others = [
      await drawOf({}, "b.yaml"),
      await drawOf({}, "a.yaml", 2),
      await drawOf({ answer: { ...answer, toolCalls: [] } }),
    ];
    expect(new Set([first, ...others]).size).toBe(4);
  });

  test("gives no answer without a hash, such as the first half of one in a file that was cut off", async () => {
    const cut: Tape = { origin: "recorded", repeat: 1, records: [said("I will see. It is")] };
    const error = await failure(replay(cut).model("agent").call(ask("hi")));
    expect(error).toMatchObject({ name: "ModelError", failure: "tape-differs" });
    expect(error.message).toBe(
      "agent call 1 is recorded in the tape without the hash of its request, so the file was cut off or edited",
    );
  });

  test("keeps roles and labels apart and counts within each", async () => {
    const traffic = replay(
      tapeOf(
        answering(ask("a")),
        answering(ask("b"), { index: 1 }),
        answering(ask("c"), { role: "judge", label: "x" }),
        answering(ask("d"), { role: "judge", label: "y" }),
      ),
    );
    expect((await traffic.model("judge", "y").call(ask("d"))).text).toBe("to d");
    expect((await traffic.model("agent").call(ask("a"))).text).toBe("to a");
    expect((await traffic.model("judge", "x").call(ask("c"))).text).toBe("to c");
    expect((await traffic.model("agent").call(ask("b"))).text).toBe("to b");
    expect(traffic.leftOver()).toEqual([]);
  });

  test("asks for the model's id by role and label, and compares it", async () => {
    const asked: unknown[] = [];
    const modelId = (...which: unknown[]) => {
      asked.push(which);
      return "m-2";
    };
    const traffic = replayTraffic({ tape: tapeOf(answering(ask("a"))), modelId, redactor: none });
    expect(traffic.model("judge", "criteria").id).toBe("m-2");
    const error = await failure(traffic.model("agent").call(ask("a")));
    expect(asked).toEqual([
      ["judge", "criteria"],
      ["agent", ""],
    ]);
    expect(error).toMatchObject({ failure: "tape-differs" });
    expect(error.message).toContain('  model\n    recorded: "m"\n    asked:    "m-2"');
  });

  test("redacts a request before it compares", async () => {
    const hide = redactor({ MY_KEY: "swordfish-of-the-deep-7" });
    const traffic = replayTraffic({
      tape: tapeOf(answering(ask("use [redacted]"))),
      modelId: () => "m",
      redactor: hide,
    });
    expect((await traffic.model("agent").call(ask("use swordfish-of-the-deep-7"))).text).toBe("to use [redacted]");
  });

  test("what the agent does to an answer does not reach the tape", async () => {
    const tape = tapeOf(answering(ask("a")));
    (await replay(tape).model("agent").call(ask("a"))).text = "changed";
    expect((await replay(tape).model("agent").call(ask("a"))).text).toBe("to a");
  });

  test("says what nobody asked for", async () => {
    const traffic = replay(tapeOf(answering(ask("a")), answering(ask("b"), { index: 1 })));
    await traffic.model("agent").call(ask("a"));
    expect(traffic.leftOver().map(({ index }) => index)).toEqual([1]);
  });

  test("a gap in its numbers is passed over", async () => {
    const traffic = replay(tapeOf(answering(ask("b"), { index: 4 }), answering(ask("a"), { index: 2 })));
    expect((await traffic.model("agent").call(ask("a"))).text).toBe("to a");
    expect((await traffic.model("agent").call(ask("b"))).text).toBe("to b");
    expect(traffic.records().map(({ index }) => index)).toEqual([0, 1]);
  });

  test("a call that was cancelled before it began is not answered and takes no entry", async () => {
    const traffic = replay(tapeOf(answering(ask("a"))));
    const error = await failure(traffic.model("agent").call(ask("a"), { signal: AbortSignal.abort("stop") }));
    expect(error).toMatchObject({ name: "ModelError", failure: "cancelled", cause: "stop" });
    expect((await traffic.model("agent").call(ask("a"))).text).toBe("to a");
  });
});

describe("a request that differs from the tape", () => {
  test("is refused with the nearest request of its role and what differs", async () => {
    const tape = tapeOf(
      answering(ask("You are a coach.", "List my projects, please.")),
      answering(ask("You are a coach.", "Archive the garden project."), { index: 1 }),
      answering(ask("You are a coach.", "Archive the garden projects!"), { role: "judge" }),
    );
    const error = await failure(
      replay(tape).model("agent").call(ask("You are a coach.", "Archive the garden projects.")),
    );
    expect(error).toMatchObject({ name: "ModelError", failure: "tape-differs" });
    expect(error.remedy).toContain("--record");
    expect(error.message).toBe(
      [
        "agent call 1 asks something different from what was recorded",
        "nearest recorded request: agent call 2",
        "  messages[1].content",
        '    recorded: "Archive the garden project."',
        '    asked:    "Archive the garden projects."',
      ].join("\n"),
    );
  });

  test("among equally near ones, shows that of the same place", async () => {
    const same = ask("the same");
    const tape = tapeOf(answering(same), answering(same, { index: 1 }), answering(same, { label: "b" }));
    const traffic = replay(tape);
    await traffic.model("agent").call(same);
    expect((await failure(traffic.model("agent").call(ask("other")))).message).toContain("request: agent call 2\n");
    const other = replay(tape).model("agent", "b").call(ask("other"));
    expect((await failure(other)).message).toContain('agent call 1 of "b"');
  });

  test("that stands elsewhere on the tape is answered by what was said to it, and once", async () => {
    const tape = tapeOf(answering(ask("a")), answering(ask("b"), { index: 1 }));
    const model = replay(tape).model("agent");
    expect(await model.call(ask("b"))).toBeDefined();
    const error = await failure(model.call(ask("b")));
    expect(error.message).toContain("the same request is on the tape as agent call 2, but was already answered");
  });

  test("is refused even where the tape kept no request to show", async () => {
    const tape = tapeOf(said("hi", { hash: "0".repeat(64) }));
    expect((await failure(replay(tape).model("agent").call(ask("a")))).message).toContain("kept no request");
  });
});

describe("a call that is not on the tape", () => {
  test("is refused with role, label, number and what the tape holds", async () => {
    const traffic = replay(
      tapeOf(answering(ask("1"), { role: "judge", label: "criteria" }), said("b", { role: "judge", label: "x" })),
    );
    const judge = traffic.model("judge", "criteria");
    await judge.call(ask("1"));
    const error = await failure(judge.call(ask("2")));
    expect(error).toMatchObject({ name: "ModelError", failure: "no-tape" });
    expect(error.message).toBe(
      'no tape for judge call 2 of "criteria": the tape holds 1 of judge "criteria"; it has judge entries for "x"',
    );
    expect(error.remedy).toBe("Record the case again with --record.");
    expect((await failure(traffic.model("user").call(ask("1")))).message).toBe(
      "no tape for user call 1: the tape holds 0 of user",
    );
  });

  test("is told with the file it is missing in", async () => {
    const file = "cassettes/default/one.yaml";
    const traffic = (tape: Tape) => replayTraffic({ tape, file, modelId: () => "m", redactor: none }).model("agent");
    expect((await failure(traffic(tapeOf()).call(ask("1")))).message).toBe(
      "no tape for agent call 1: cassettes/default/one.yaml holds 0 of agent",
    );
    expect((await failure(traffic(tapeOf(answering(ask("1")))).call(ask("2")))).message).toMatch(
      /^agent call 1 asks something different from what was recorded in cassettes\/default\/one.yaml\n/,
    );
  });

  test("can be written by hand on a tape that is", async () => {
    const error = await failure(
      replay({ origin: "hand-written", repeat: 1, records: [] }).model("agent").call(ask("a")),
    );
    expect(error.remedy).toContain("by hand");
  });
});

describe("a hand-written tape", () => {
  test("answers in order, whatever is asked", async () => {
    const traffic = replay(tapeOf(said("one"), said("two", { index: 1 })));
    expect((await traffic.model("agent").call(ask("x"))).text).toBe("one");
    expect((await traffic.model("agent").call(ask("y"))).text).toBe("two");
  });

  test("knows no time spent, tokens or cost where it says none", async () => {
    const traffic = replay(tapeOf(said("one")));
    await traffic.model("agent").call(ask("x"));
    expect(Object.keys(traffic.records()[0] ?? {})).toEqual(["role", "label", "index", "answer", "origin"]);
  });
});

describe("the clock", () => {
  test("begins on a Monday morning unless the tape says when", () => {
    expect(new Date(replay(tapeOf()).clock.now()).toISOString()).toBe("2025-01-06T09:00:00.000Z");
    const startedAt = "2024-02-29T23:00:00.000+01:00";
    expect(replay({ ...tapeOf(), startedAt }).clock.now()).toBe(Date.parse("2024-02-29T22:00:00Z"));
  });

  test("moves on by each duration", async () => {
    const traffic = replay(
      tapeOf(said("a", { durationMs: 30 }), said("b", { index: 1, durationMs: 12 }), said("c", { index: 2 })),
    );
    const start = traffic.clock.now();
    for (const expected of [30, 42, 42]) {
      await traffic.model("agent").call(ask("x"));
      expect(traffic.clock.now() - start).toBe(expected);
    }
  });

  test("does not count twice what was recorded side by side", async () => {
    const traffic = replay(
      tapeOf(said("a", { atMs: 10, durationMs: 30 }), said("b", { index: 1, atMs: 10, durationMs: 20 })),
    );
    const start = traffic.clock.now();
    await Promise.all([1, 2].map(() => traffic.model("agent").call(ask("x"))));
    expect(traffic.clock.now() - start).toBe(40);
  });
});

describe("the time in requests", () => {
  const start = Date.parse("2026-03-02T09:00:00Z");
  const moment = (ms: number) => new Date(start + ms).toISOString();
  const startedAt = moment(0);
  const now = (traffic: ReturnType<typeof replay>) => new Date(traffic.clock.now()).toISOString();

  test("stands after an answer at that of the next request, and requests with milliseconds in them match", async () => {
    const first = answering(ask(`It is ${moment(7)}.`), { atMs: 9, durationMs: 500 });
    const second = answering(ask(`It was ${moment(7)}, it is ${moment(1_800)}.`), {
      index: 1,
      atMs: 1_803,
      durationMs: 40,
    });
    const traffic = replay({ ...tapeOf(first, second), startedAt });
    const opened = now(traffic);
    await traffic.model("agent").call(ask(`It is ${opened}.`));
    expect([opened, now(traffic)]).toEqual([moment(0), moment(1_803)]);
    await traffic.model("agent").call(ask(`It was ${opened}, it is ${now(traffic)}.`));
    expect(now(traffic)).toBe(moment(1_843));
    expect(traffic.matchedLoosely()).toEqual({ ignored: 0, time: 2 });
  });

  test("an earlier moment is not the time of the request", async () => {
    const first = answering(ask(`It is ${moment(7)}.`), { atMs: 9, durationMs: 500 });
    const second = answering(ask(`It is ${moment(1_800)}.`), { index: 1, atMs: 1_803, durationMs: 40 });
    const traffic = replay({ ...tapeOf(first, second), startedAt });
    const opened = now(traffic);
    await traffic.model("agent").call(ask(`It is ${opened}.`));
    expect(await failure(traffic.model("agent").call(ask(`It is ${opened}.`)))).toMatchObject({
      failure: "tape-differs",
    });
  });

  test("silences are counted, and are not on the tape", async () => {
    const first = answering(ask("hi"), { atMs: 0, durationMs: 500 });
    const second = answering(ask(`It is ${moment(600_700)}.`), { index: 1, atMs: 702, durationMs: 40 });
    const traffic = replay({ ...tapeOf(first, second), startedAt });
    await traffic.model("agent").call(ask("hi"));
    traffic.clock.silence(600_000);
    expect(now(traffic)).toBe(moment(600_702));
    await traffic.model("agent").call(ask(`It is ${now(traffic)}.`));
    expect(traffic.elapsedMs()).toBe(742);
  });

  test("a call that failed took its time too", async () => {
    const missing = { failure: "timeout", message: "too busy" } as const;
    const { answer: _answer, ...failed } = answering(ask("hi"), { atMs: 0, durationMs: 30_000 });
    const again = answering(ask("hi"), { index: 1, atMs: 32_000, durationMs: 10 });
    const traffic = replay({ ...tapeOf(again), failures: [{ ...failed, missing }], startedAt });
    expect(await failure(traffic.model("agent").call(ask("hi")))).toMatchObject(missing);
    expect(now(traffic)).toBe(moment(32_000));
  });

  test("an empty list of normalise compares every character", async () => {
    const tape = { ...tapeOf(answering(ask(`It is ${moment(7)}.`), { atMs: 9 })), startedAt };
    const traffic = replayTraffic({ tape, modelId: () => "m", redactor: none, matchers: { normalise: [] } });
    expect(await failure(traffic.model("agent").call(ask(`It is ${moment(8)}.`)))).toMatchObject({
      failure: "tape-differs",
    });
  });

  test("a judge's question may hold a moment of the conversation", async () => {
    const asked = answering(ask("hi"), { atMs: 9, durationMs: 1 });
    const judged = answering(ask(`Reply: it was ${moment(4)}.`), { role: "judge", label: "tone", atMs: 60 });
    const traffic = replay({ ...tapeOf(asked, judged), startedAt });
    const then = now(traffic);
    await traffic.model("agent").call(ask("hi"));
    expect((await traffic.model("judge", "tone").call(ask(`Reply: it was ${then}.`))).text).toContain("to Reply");
  });
});

describe("how long an exchange took", () => {
  test("is what the tape recorded, exchange by exchange, never what this machine takes", () => {
    const exchanges = [{ openMs: 3, firstWordMs: 200, replyMs: 900 }, { replyMs: 400 }];
    const traffic = replay({ ...tapeOf(), exchanges });
    const measured = { openMs: 1, firstWordMs: 1, replyMs: 1 };
    expect([1, 2, 3].map(() => traffic.timed(measured))).toEqual([...exchanges, {}]);
  });

  test("is not known of a reply that does not come to its end now, and the next one has its own", () => {
    const traffic = replay({ ...tapeOf(), exchanges: [{ replyMs: 900 }, { replyMs: 400 }] });
    expect([traffic.timed({}), traffic.timed({ replyMs: 1 })]).toEqual([{}, { replyMs: 400 }]);
  });

  test("is not known where the tape does not say", () => {
    expect(replay(tapeOf()).timed({ replyMs: 1 })).toEqual({});
  });
});
