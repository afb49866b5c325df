import { stripVTControlCharacters } from "node:util";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { emptyTally } from "../gate/index.ts";
import type { ModelWait } from "../model/index.ts";
import { plainStyle, terminalStyle } from "../report/style.ts";
import { type SuiteProgress, TapeNotes } from "../run/index.ts";
import { ProgressLine } from "./progress-line.ts";

const noCalls: SuiteProgress["calls"] = { live: 0, replayed: 0, reused: 0, repeated: 0 };

function progressOf(done: number, planned: number, more: Partial<SuiteProgress> = {}): SuiteProgress {
  return {
    plan: {} as SuiteProgress["plan"],
    tapes: new TapeNotes(),
    tally: { ...emptyTally(planned), passed: done, pending: planned - done },
    running: 0,
    calls: noCalls,
    cost: undefined,
    ...more,
  };
}

/** A line, what it wrote, and the clock it goes by. */
function watched(output: Partial<ConstructorParameters<typeof ProgressLine>[0]> = {}, style = plainStyle) {
  const written: string[] = [];
  const time = { now: 1_000 };
  const line = new ProgressLine({ write: (text) => written.push(text), ...output }, style, () => time.now);
  return { line, written, time };
}

describe("on a pipe", () => {
  test("a short suite is one line at its end", () => {
    const { line, written, time } = watched();
    line.start(progressOf(0, 26));
    time.now += 900;
    for (let done = 1; done <= 26; done++) line.update(progressOf(done, 26));
    line.finish(progressOf(26, 26, { calls: { ...noCalls, replayed: 61 } }));
    expect(written).toEqual([`  ${"█".repeat(26)} 26/26   900 ms   61 calls replayed, 0 live   $0.00\n\n`]);
  });

  test("what did not pass is counted, and a line fits the width that is known", () => {
    vi.stubEnv("COLUMNS", "60");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { line, written } = watched();
    line.start(progressOf(0, 26));
    const tally = { ...emptyTally(26), passed: 23, failed: 2, errored: 1, pending: 0 };
    line.finish(progressOf(26, 26, { tally, calls: { ...noCalls, replayed: 61 } }));
    expect(written.join("")).toMatch(/26\/26, 2 failed, 1 errored\s+0 ms/);
    for (const one of written.join("").split("\n")) expect(one.length).toBeLessThanOrEqual(60);
  });

  test("a long one has a line every tenth of the way, without control characters", () => {
    const { line, written } = watched();
    line.start(progressOf(0, 200));
    for (let done = 1; done <= 200; done++) line.update(progressOf(done, 200));
    line.finish(progressOf(200, 200));
    const counts = written.map((text) => /(\d+)\/200/.exec(text)?.[1]);
    expect(counts).toEqual(["20", "40", "60", "80", "100", "120", "140", "160", "180", "200"]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there
    expect(written.join("")).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });

  test("a resumed run counts what was done before, but not in its speed", () => {
    const { line, written, time } = watched();
    line.start(progressOf(150, 200));
    time.now += 10_000;
    line.update(progressOf(160, 200, { running: 5 }));
    expect(written.join("")).toContain("160/200");
    expect(written.join("")).toContain("5 running   1.0/s   40.0 s left");
  });
});

describe("when nothing finishes", () => {
  const wait: ModelWait = {
    ...{ model: "llamacpp:smollm", running: 1, allowed: 1, queued: 7, resting: 0, pausedMs: 0, oldestMs: 42_000 },
  };
  const standing = (waits: ModelWait[]) => progressOf(0, 3, { running: 3, waits: () => waits });

  test("a pipe shows what the run waits for, after ten seconds and then less and less often", () => {
    const { line, written, time } = watched();
    line.start(standing([wait]));
    for (let second = 1; second <= 200; second++) {
      time.now += 1_000;
      line.tick();
    }
    line.finish(progressOf(3, 3));
    expect(written[0]).toContain(
      "0/3   10.0 s   waiting for llamacpp:smollm (1 call under way, 1 at a time, 7 queued, the oldest for 42.0 s)",
    );
    const at = written.map((text) => /\/3 {3}(.*?) {3}/.exec(text)?.[1]);
    expect(at).toEqual(["10.0 s", "20.0 s", "40.0 s", "1 min 20 s", "2 min 20 s", "3 min 20 s", "3 min 20 s"]);
  });

  test("a terminal shows it after five seconds, until a trial has finished", () => {
    const { line, written, time } = watched({ isTTY: true, columns: 300 });
    const shown = () => written.at(-1) ?? "";
    line.start(standing([wait]));
    time.now += 4_000;
    line.tick();
    expect(shown()).not.toContain("waiting");
    time.now += 1_000;
    line.tick();
    expect(shown()).toContain("waiting for llamacpp:smollm");
    line.update(progressOf(1, 3, { running: 2, waits: () => [wait] }));
    line.tick();
    expect(shown()).not.toContain("waiting");
    line.stop();
  });

  test.each<[string, ModelWait[]]>([
    ["waiting for 3 trials (no model call is under way)", []],
    [
      "waiting for b:old (2 calls under way, 4 at a time, 1 to be tried again, the oldest for 1 min 0 s), and for 1 other model",
      [wait, { ...wait, model: "b:old", running: 2, allowed: 4, queued: 0, resting: 1, oldestMs: 60_000 }],
    ],
    [
      "waiting for llamacpp:smollm (1 at a time, 7 queued, the server asked for a pause, 30.0 s left, the oldest for 42.0 s)",
      [{ ...wait, running: 0, pausedMs: 30_000 }],
    ],
  ])("%s", (text, waits) => {
    const { line, written, time } = watched();
    line.start(standing(waits));
    time.now += 15_000;
    line.tick();
    line.stop();
    expect(written.join("")).toContain(text);
  });
});

describe("requests that were not answered", () => {
  test("count as calls and are shown at the end, and the cost is the least that it can be", () => {
    const { line, written } = watched();
    const calls = { ...noCalls, live: 15 };
    line.start(progressOf(0, 3));
    line.finish(progressOf(3, 3, { calls, answered: 12, cost: 0.25 }));
    expect(written.join("")).toContain("15 live (3 without an answer)   at least $0.25");
  });

  test("are not told of while they may still be answered", () => {
    const { line, written } = watched({ isTTY: true, columns: 200 });
    line.start(progressOf(0, 3, { running: 2, answered: 12, calls: { ...noCalls, live: 15 } }));
    line.stop();
    expect(written.join("")).not.toContain("without an answer");
  });
});

describe("on a terminal", () => {
  const terminal = { isTTY: true, columns: 120 };

  test("one line is drawn over and over, and stays at the end", () => {
    const { line, written, time } = watched(terminal);
    line.start(progressOf(0, 10));
    time.now += 100;
    line.update(progressOf(5, 10, { running: 2 }));
    line.finish(progressOf(10, 10));
    const text = written.join("");
    expect(text.startsWith("\r\u001b[2K  ")).toBe(true);
    expect(text.split("\r\u001b[2K").map((drawn) => drawn.trim().split("   ")[0])).toEqual([
      "",
      `${"░".repeat(26)} 0/10`,
      `${"█".repeat(13)}${"░".repeat(13)} 5/10`,
      `${"█".repeat(26)} 10/10`,
    ]);
    expect(text.endsWith("\n\n")).toBe(true);
    expect(text.match(/\n/g)).toHaveLength(2);
  });

  test("it is not drawn more often than an eye can see", () => {
    const { line, written, time } = watched(terminal);
    line.start(progressOf(0, 1_000));
    for (let done = 1; done <= 100; done++) {
      time.now += 1;
      line.update(progressOf(done, 1_000));
    }
    expect(written.filter((text) => text.includes("/1000"))).toHaveLength(2);
  });

  test.each([40, 60, 80, 100, 200])("at %i columns it does not wrap, with colours or without", (columns) => {
    for (const style of [plainStyle, terminalStyle({ isTTY: true }, {})]) {
      const { line, written, time } = watched({ isTTY: true, columns }, style);
      line.start(progressOf(0, 100_000));
      time.now += 3_600_000;
      const calls = { ...noCalls, live: 123_456, replayed: 654_321 };
      line.update(progressOf(54_321, 100_000, { running: 100, calls, cost: 12.34 }));
      const drawn = written.map(stripVTControlCharacters).filter((text) => text.includes("/"));
      expect(drawn).toHaveLength(2);
      for (const text of drawn) expect(text.length).toBeLessThan(columns);
      // No colour is cut off in the middle of its name.
      for (const text of written) expect(stripVTControlCharacters(text)).not.toContain("[");
    }
  });

  test("speed and time left are there while something runs and something was finished", () => {
    const { line, written, time } = watched(terminal);
    line.start(progressOf(0, 100, { running: 10 }));
    expect(written.at(-1)).not.toContain("left");
    time.now += 2_000;
    line.update(progressOf(40, 100, { running: 10 }));
    expect(written.at(-1)).toContain("10 running   20/s   3.0 s left");
    time.now += 1_000;
    line.update(progressOf(41, 100));
    expect(written.at(-1)).not.toContain("left");
  });
});

describe("what it cost", () => {
  const shown = (more: Partial<SuiteProgress>) => {
    const { line, written } = watched();
    line.start(progressOf(0, 1));
    line.finish(progressOf(1, 1, more));
    return written.join("").trim().split("   ").at(-1);
  };

  test("the cost is $0.00 if no model was asked, and a dash if it is unknown", () => {
    expect(shown({})).toBe("$0.00");
    expect(shown({ calls: { ...noCalls, live: 3 } })).toBe("–");
    expect(shown({ calls: { ...noCalls, live: 3 }, cost: 0.25 })).toBe("$0.25");
  });
});

test("a suite of which nothing is planned is done", () => {
  const { line, written } = watched();
  line.start(progressOf(0, 0));
  line.finish(progressOf(0, 0));
  expect(written.join("")).toContain(`${"█".repeat(26)} 0/0`);
});
