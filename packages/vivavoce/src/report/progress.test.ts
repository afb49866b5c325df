import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { emptyTally } from "../gate/index.ts";
import { type SuiteProgress, TapeNotes } from "../run/index.ts";
import { ProgressLine, type ProgressOutput } from "./progress.ts";
import { plainStyle, terminalStyle } from "./style.ts";

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
function watched(output: Partial<ProgressOutput> = {}, style = plainStyle) {
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

  test.each([10, 20, 39, 40, 60, 80, 100, 200])(
    "at %i columns it does not wrap, with colours or without",
    (columns) => {
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
    },
  );

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

  test("nothing where no model was asked, a dash where nobody knows", () => {
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
