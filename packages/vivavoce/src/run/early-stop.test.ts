import { describe, expect, test } from "vitest";
import { InfrastructureError } from "../base/index.ts";
import { readSummaries } from "../results/index.ts";
import type { CaseInput } from "../shape/index.ts";
import { agentOf, caseList, execute, planOf, sharedStore, storedRun, tallyOf, trialsOf } from "./run.test-helper.ts";

const store = sharedStore();
const options = { stop: "early", seed: 3, concurrency: 4 } as const;

/** The first `wrong` of so many cases expect other words than they get. */
function casesWith(count: number, wrong: number, more: Partial<CaseInput> = {}): CaseInput[] {
  const ids = Array.from({ length: count }, (_, index) => `case-${index}`);
  return caseList(...ids).map((one, index) => ({
    ...one,
    ...more,
    ...(index < wrong ? { expect: { contains: ["no"] } } : {}),
  }));
}

const gate = { passRate: 0.8 };

describe("a run that may stop early", () => {
  test("passes on some of its cases, in random order, and is finished", async () => {
    const plan = await planOf({ cases: casesWith(150, 0), gate }, { options });
    const result = await execute(store(), plan, { options });
    const tally = tallyOf(result);
    expect(result.decided[0]).toMatchObject({ verdict: "pass", exitCode: 0 });
    expect(tally).toMatchObject({ pending: 0, passed: tally.planned });
    expect(tally.planned).toBeLessThan(90);
    const run = await storedRun(store(), result);
    expect(run.finishedAt).toBeDefined();
    const [variant] = run.suites[0]?.header.variants ?? [];
    expect(variant).toMatchObject({ cases: tally.planned, early: { cases: 150, units: 150, largest: 1, seed: 3 } });
    const [summary] = run.suites[0] ? await readSummaries(store(), run, run.suites[0]) : [];
    expect(summary?.early).toEqual({ played: tally.planned, cases: 150 });
    expect(summary?.passRate.atWorst?.lo).toBeGreaterThanOrEqual(0.8);
    const played = (await trialsOf(store(), result.run)).map(({ caseId }) => Number(caseId.slice(5)));
    expect(played).toEqual(played.toSorted((a, b) => a - b));
    expect(Math.max(...played)).toBeGreaterThan(tally.planned);
  });

  test("fails on some of its cases if the floor is out of reach", async () => {
    const plan = await planOf({ cases: casesWith(150, 90), gate }, { options });
    const result = await execute(store(), plan, { options });
    expect(result.decided[0]?.verdict).toBe("fail");
    expect(tallyOf(result).planned).toBeLessThan(60);
  });

  test("plays everything if the rate is at the floor, and is decided as any other run", async () => {
    const plan = await planOf({ cases: casesWith(40, 8), gate }, { options });
    const result = await execute(store(), plan, { options });
    expect(tallyOf(result)).toMatchObject({ planned: 40, passed: 32, failed: 8 });
    expect(result.decided[0]).toMatchObject({ verdict: "pass", reason: expect.stringContaining("every gate was met") });
  });

  test("if every trial has to pass, plays everything to pass, and stops at a failure", async () => {
    const good = await execute(store(), await planOf({ cases: casesWith(30, 0) }, { options }), { options });
    expect(tallyOf(good)).toMatchObject({ planned: 30, passed: 30 });
    const bad = await execute(store(), await planOf({ cases: casesWith(60, 30) }, { options }), { options });
    expect(bad.decided[0]?.verdict).toBe("fail");
    expect(tallyOf(bad).planned).toBeLessThan(30);
  });

  test("keeps the cases of a cluster, and all repeats, together", async () => {
    const cases = casesWith(120, 0).map((one, index) => ({ ...one, cluster: `c${index % 40}` }));
    const wanted = { ...options, repeat: 2 };
    const result = await execute(store(), await planOf({ cases, gate }, { options: wanted }), { options: wanted });
    const trials = await trialsOf(store(), result.run);
    const sizes = Map.groupBy(trials, ({ caseId }) => Number(caseId.slice(5)) % 40);
    expect([...sizes.values()].every((cluster) => cluster.length === 6)).toBe(true);
    expect(tallyOf(result).planned).toBe(trials.length);
    expect(trials.length).toBeLessThan(240);
  });

  test("an outage never decides", async () => {
    const agent = agentOf((message, context) => {
      if (/[13579]$/.test(message)) throw new InfrastructureError({ message: "the model is down" });
      context.record({ type: "text", text: message });
    });
    const plan = await planOf({ cases: casesWith(25, 0), agent, gate: { passRate: 0.1 } }, { options });
    const result = await execute(store(), plan, { options });
    expect(result.decided[0]?.verdict).toBe("error");
    expect(tallyOf(result)).toMatchObject({ planned: 25, errored: 12 });
  });
});

describe("a resume of a run that may stop early", () => {
  test("says again what a stopped run said, and plays nothing", async () => {
    const suite = { cases: casesWith(150, 0), gate };
    const plan = await planOf(suite, { options });
    const first = await execute(store(), plan, { options });
    const { resumeRun } = await import("./resume.ts");
    const before = await storedRun(store(), first);
    const resumption = await resumeRun(store(), before, [plan], "/");
    const again = await execute(store(), plan, { options, resumption });
    expect(tallyOf(again)).toEqual(tallyOf(first));
    expect(again.decided[0]).toEqual(first.decided[0]);
    expect((await storedRun(store(), again)).finishedAt).toBeDefined();
  });

  test("goes on in the same order where Ctrl-C cut it off", async () => {
    const plan = await planOf({ cases: casesWith(150, 0), gate }, { options });
    const stop = new AbortController();
    let finished = 0;
    const listener = { finished: () => void (++finished === 7 && stop.abort()) };
    const cut = await execute(store(), plan, { options, stop: stop.signal, listener });
    expect(cut.decided[0]?.reason).toContain("interrupted");
    const { resumeRun } = await import("./resume.ts");
    const resumption = await resumeRun(store(), await storedRun(store(), cut), [plan], "/");
    const result = await execute(store(), plan, { options, resumption });
    const whole = await execute(store(), plan, { options });
    expect(result.decided[0]?.verdict).toBe("pass");
    expect(tallyOf(result).planned).toBeLessThan(100);
    expect(tallyOf(whole).planned).toBeLessThan(100);
  });

  test("plays cases that were added since wherever their place in the order is", async () => {
    const first = await execute(store(), await planOf({ cases: casesWith(150, 0), gate }, { options }), { options });
    const added = casesWith(300, 300).slice(150);
    const plan = await planOf({ cases: [...casesWith(150, 0), ...added], gate }, { options });
    const { resumeRun } = await import("./resume.ts");
    const resumption = await resumeRun(store(), await storedRun(store(), first), [plan], "/");
    const again = await execute(store(), plan, { options, resumption });
    expect(again.decided[0]?.verdict).toBe("fail");
  });

  test("plays trials again that an outage spoiled, before it decides", async () => {
    let isDown = true;
    const agent = agentOf((message, context) => {
      const isOdd = /[13579]$/.test(message);
      if (isOdd && isDown) throw new InfrastructureError({ message: "the model is down" });
      context.record({ type: "text", text: isOdd ? "I do not know" : message });
    });
    const suite = { cases: casesWith(100, 0), agent, gate };
    const plan = await planOf(suite, { options });
    const first = await execute(store(), plan, { options });
    expect(tallyOf(first)).toMatchObject({ passed: 50, errored: 50 });
    isDown = false;
    const { resumeRun } = await import("./resume.ts");
    const resumption = await resumeRun(store(), await storedRun(store(), first), [plan], "/");
    const again = await execute(store(), plan, { options, resumption });
    expect(again.decided[0]?.verdict).toBe("fail");
  });
});
