import { describe, expect, test } from "vitest";
import type { SimulatorFault, UserRecord } from "../shape/index.ts";
import { failureLines } from "./failure-lines.ts";
import { scored, storedSuiteRun, transcript } from "./stored-run.test-helper.ts";
import { plainStyle } from "./style.ts";
import { suiteText } from "./suite-report.ts";
import { stepsText, transcriptText } from "./transcript-text.ts";

const fault: SimulatorFault = {
  kind: "leaked",
  exchange: 2,
  reason: "said “B-4711”, which it cannot know",
  line: "B-4711?",
};
const user = (...faults: SimulatorFault[]): UserRecord => ({ kind: "simulated", stop: "goal-met", faults });
const settings = { style: plainStyle, showCommand: "viva show 1", verbose: false, decision: undefined };

describe("how often a simulated user spoiled a conversation", () => {
  async function reportOf(trials: Parameters<typeof storedSuiteRun>[0]["trials"], attempts: string[] = []) {
    const { store, run, suite } = await storedSuiteRun({ metrics: [{ name: "m" }], trials });
    for (const [index, trial] of attempts.entries()) {
      const told = transcript({ user: user(fault) });
      await store.write({ type: "attempt", run: run.id, suite: 0, trial, attempt: index + 1, transcript: told });
    }
    const { text, variants } = await suiteText(store, run, suite, settings);
    return { simulated: variants[0]?.variant.simulated, text };
  }

  test("is said below the sums, attempts that were played again among them", async () => {
    const { text } = await reportOf(
      [
        { id: "a", status: "passed", scores: [scored("m", 1)], transcript: { user: user() } },
        { id: "b", status: "unscored", transcript: { user: user(fault) } },
      ],
      ["/a/1", "/a/1"],
    );
    expect(text).toContain("  simulated user: spoiled 3 of 4 conversations");
    expect(text).toMatch(/\? b .*\n +simulated user {2}exchange 2: said “B-4711”, which it cannot know “B-4711\?”/);
  });

  test("is one of one without a plural, and nothing where users are scripts", async () => {
    const one = await reportOf([{ id: "a", status: "passed", transcript: { user: user() } }]);
    expect(one.text).toMatch(/simulated user: spoiled 0 of 1 conversation$/m);
    const none = await reportOf([{ id: "a", status: "passed" }]);
    expect(none.simulated).toBeUndefined();
    expect(none.text).not.toContain("simulated user");
  });

  test("counts attempts of a trial that an outage then ended before it began", async () => {
    const outcome = { kind: "infrastructure", message: "no connection" } as const;
    const { simulated } = await reportOf(
      [{ id: "a", status: "errored", transcript: { outcome, exchanges: [] } }],
      ["/a/1"],
    );
    expect(simulated).toEqual({ conversations: 1, spoiled: 1 });
  });
});

test("what a simulated user did wrong is the first reason of its trial, harmless to the terminal", () => {
  const spoken = transcript({ user: user({ ...fault, line: "B\u001b[2J\n4711" }) });
  const [line] = failureLines({ transcript: spoken, scores: [] });
  expect(line).toEqual({
    source: "simulated user",
    text: "exchange 2: said “B-4711”, which it cannot know “B�[2J 4711”",
  });
});

test("a conversation ends with why its simulated user stopped, and what it did wrong", () => {
  const text = transcriptText(transcript({ user: user(fault) }), plainStyle);
  expect(text).toMatch(/simulated user, stopped: goal-met\n {2}leaked, exchange 2: said “B-4711”/);
  expect(transcriptText(transcript(), plainStyle)).not.toContain("simulated user");
});

describe("evaluation steps as text", () => {
  test("are numbered by list, and nothing where there are none", () => {
    const steps = { general: ["Read.", "Decide."], tone: ["Listen.\u001b[2J\nTwice."] };
    expect(stepsText([{ name: "plain" }, { name: "criteria", steps }])).toBe(
      "  criteria, general\n    1. Read.\n    2. Decide.\n  criteria, tone\n    1. Listen.�[2J Twice.",
    );
    expect(stepsText([{ name: "plain", steps: {} }])).toBe("");
  });
});
