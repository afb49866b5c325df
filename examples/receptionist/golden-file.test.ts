import { describe, expect, onTestFinished, test } from "vitest";
import { copyOfExample } from "./testing/suite-copy.ts";

const golden = "cases/golden.json";
const run = ["run", "snippets.eval.ts", "--replay", "--case", "discovery_need_name"];

/** One for all tests, which put back what they change: loading a new copy takes longer than a run of it. */
const copy = copyOfExample();
/** A run takes its time on a busy machine. */

test("as it is, the file is played", async () => {
  const { code, stdout } = await copy.viva(...run);
  expect(stdout).toContain("1 passed · 0 failed");
  expect(code).toBe(0);
});

describe("a slip in the golden file stops the run with file, line and remedy, also for the snippets beside it", () => {
  test.each<[string, { from: string; to: string; at: string; says: RegExp[] }]>([
    [
      "a missing bracket",
      {
        from: '  },\n  {\n    "id": "welcome_frustrated_caller"',
        to: '  ,\n  {\n    "id": "welcome_frustrated_caller"',
        at: '{\n    "id": "welcome_frustrated_caller"',
        says: [/a field's name is expected here, found “{”/, /the object that begins in line 2 is not closed: a “}”/],
      },
    ],
    [
      "a field that no session has",
      {
        from: '"customer_name": "Maria"',
        to: '"customer_nmae": "Maria"',
        at: '"customer_nmae"',
        says: [
          /case discovery_need_address/,
          /unknown field "customer_nmae" in session/,
          /did you mean "customer_name"\?/,
        ],
      },
    ],
    [
      "a state that nobody has heard of",
      {
        from: '"state": "urgency"',
        to: '"state": "urgencies"',
        at: '"state": "urgencies"',
        says: [/case urgency_asap/, /found "urgencies"/, /did you mean "urgency"\?/],
      },
    ],
  ])("%s", async (_, { from, to, at, says }) => {
    copy.change(golden, from, to);
    onTestFinished(() => copy.change(golden, to, from));
    const { code, stdout, stderr } = await copy.viva(...run);
    expect(code).toBe(64);
    expect(stderr).toContain(`golden.json:${copy.lineOf(golden, at)}`);
    for (const words of says) expect(stderr).toMatch(words);
    expect(stdout).not.toMatch(/passed|skipped/);
  });
});
