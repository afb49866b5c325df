import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { ReplyTimer } from "./reply-timer.ts";

/** A timer whose clock is moved by hand. */
function timerAt(begun: number) {
  const clock = { now: begun };
  return { clock, timer: new ReplyTimer(() => clock.now) };
}

describe("a reply", () => {
  test("is timed from the line to its end, and opening the session apart", () => {
    const { clock, timer } = timerAt(100);
    clock.now = 130;
    timer.handOver({ opened: true });
    clock.now = 930;
    timer.end();
    expect(timer.times).toEqual({ openMs: 30, replyMs: 800 });
  });

  test("of a session that was open already has no opening", () => {
    const { clock, timer } = timerAt(0);
    timer.handOver({ opened: false });
    clock.now = 5;
    timer.end();
    expect(timer.times).toEqual({ replyMs: 5 });
  });

  test("that did not come to its end was not measured", async () => {
    const { timer } = timerAt(0);
    timer.handOver({ opened: true });
    timer.said("Well");
    await setImmediate();
    expect(timer.times).toEqual({});
  });
});

describe("the first word", () => {
  /** What is measured of a reply that does this after it was given the line at 100. */
  async function measured(reply: (say: (text: string, at: number) => void) => unknown) {
    const { clock, timer } = timerAt(100);
    timer.handOver({ opened: false });
    await reply((text, at) => {
      clock.now = at;
      timer.said(text);
    });
    clock.now = 1000;
    timer.end();
    return timer.times;
  }

  test("of a streamed reply is its first text", async () => {
    const times = await measured(async (say) => {
      say("It", 250);
      await setImmediate();
      say(" is noon.", 900);
    });
    expect(times).toEqual({ firstWordMs: 150, replyMs: 900 });
  });

  test("is counted where the reply goes on without another text", async () => {
    const times = await measured(async (say) => {
      say("One moment.", 250);
      await setImmediate();
    });
    expect(times).toEqual({ firstWordMs: 150, replyMs: 900 });
  });

  test.each<[string, Parameters<typeof measured>[0]]>([
    ["in one piece at the end", (say) => say("It is noon.", 1000)],
    ["in pieces, all at the end", (say) => ["It", " is", " noon."].forEach((text) => void say(text, 900))],
    ["after microtasks only", (say) => Promise.resolve(say("It is noon.", 900))],
    ["not at all", () => setImmediate()],
    ["in blanks", (say) => setImmediate(say(" \n", 200))],
  ])("of a reply that comes %s is not measured: nothing was streamed", async (_name, reply) => {
    expect(await measured(reply)).toEqual({ replyMs: 900 });
  });

  test("is not what was said before the line: that answers nothing", async () => {
    const { timer } = timerAt(0);
    timer.said("Front desk.");
    timer.handOver({ opened: true });
    await setImmediate();
    timer.end();
    expect(timer.times).toEqual({ openMs: 0, replyMs: 0 });
  });

  test("is not what comes after the end", async () => {
    const { timer } = timerAt(0);
    timer.handOver({ opened: false });
    timer.end();
    timer.said("Late.");
    await setImmediate();
    expect(timer.times).toEqual({ replyMs: 0 });
  });
});
