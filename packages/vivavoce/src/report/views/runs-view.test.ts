import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { afterThisFile } from "../../after-file.test-helper.ts";
import { readSuite } from "../../results/index.ts";
import { metricsOf, storedRun } from "../../results/stored-run.test-helper.ts";
import type { StoredSuite } from "../../shape/index.ts";
import { Store } from "../../store/index.ts";
import { runsView, runView } from "./runs-view.ts";

// One store for all, as opening one takes its time; each test has suites of its own in it.
const folder = mkdtempSync(join(tmpdir(), "viva-views-"));
const store = await Store.open(join(folder, "store.sqlite"));
afterThisFile(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});
const context = { store, invocation: "npx viva" };

describe("the runs", () => {
  test("come newest first, a page at a time, with rate, interval and verdict", async () => {
    const first = await storedRun(store, [{ id: "a", value: 1 }]);
    const second = await storedRun(store, [
      { id: "a", value: 1 },
      { id: "b", value: 0 },
    ]);
    const newest = await runsView.answer(context, { limit: 1 });
    expect(newest.runs.map(({ id }) => id)).toEqual([second.id]);
    expect(newest.next).toBe(1);
    const [{ verdict, reason, variants } = { verdict: "", reason: "", variants: [] }] = newest.runs[0]?.suites ?? [];
    expect({ verdict, reason }).toEqual({ verdict: "fail", reason: "1 trial failed (m in 1 case)" });
    expect(variants).toMatchObject([
      { title: "", tally: { planned: 2, passed: 1, failed: 1 }, passRate: { observed: { mean: 0.5 } } },
    ]);
    const older = await runsView.answer(context, { limit: 1, before: newest.next });
    expect(older.runs.map(({ id }) => id)).toEqual([first.id]);
    expect(older.next).toBeUndefined();
  });

  test("can be narrowed to those of a suite", async () => {
    const coach = await storedRun(store, [{ id: "a", value: 1 }], { suite: "narrow" });
    await storedRun(store, [{ id: "a", value: 1 }], { suite: "desk" });
    const { runs } = await runsView.answer(context, { suite: "narrow" });
    expect(runs.map(({ id }) => id)).toEqual([coach.id]);
  });

  test("come with the runs that baselines were taken from", async () => {
    const run = await storedRun(store, [{ id: "a", value: 1 }], { suite: "based" });
    const [suite] = run.suites as [StoredSuite];
    await store.baselines.set("main", (await readSuite(store, run, suite)).variants, 1);
    const { baselines } = await runsView.answer(context, {});
    expect(baselines).toEqual([{ suite: "based", name: "main", run: run.id }]);
  });

  test("say of a run whether somebody plays it now, and what else it is", async () => {
    const going = await storedRun(store, [{ id: "a", value: 1 }], { finished: false, cases: 3 });
    const standIn = await storedRun(store, [{ id: "a", value: 1 }], {
      options: { agent: "nothing" },
      header: { mode: "replay" },
    });
    const { runs } = await runsView.answer(context, {});
    const found = (id: string) => runs.find((run) => run.id === id);
    expect(found(going.id)).toMatchObject({ live: true, finishedAt: undefined });
    expect(found(going.id)?.suites[0]?.variants[0]?.tally).toMatchObject({ planned: 3, pending: 2 });
    expect(found(standIn.id)).toMatchObject({ live: false, standIn: "nothing" });
    expect(found(standIn.id)?.notice).toContain("Nothing was measured");
    expect(found(going.id)?.notice).toBeUndefined();
  });
});

describe("a run", () => {
  test("has the words of the terminal for its sums, and commands to copy", async () => {
    const trials = ["a", "b"].flatMap((id) =>
      [1, 2].map((repeat) => ({ id, repeat, value: id === "a" || repeat === 1 ? 1 : 0 })),
    );
    const run = await storedRun(store, trials, { header: metricsOf({ name: "m", judged: true }) });
    const answer = await runView.answer(context, { run: run.id });
    const [suite] = answer.suites;
    expect(suite?.models).toEqual(["agent: x:agent", "judge: x:judge", "user: x:user"]);
    expect(suite?.metrics).toMatchObject([{ name: "m", judged: true, gating: true }]);
    expect(suite?.variants[0]?.words.tally).toBe("3 passed, 1 failed of 4");
    expect(suite?.variants[0]?.words.reliability).toMatch(/^pass\^2 0\.50/);
    expect(suite?.variants[0]?.words.beyond).toContain("1 flaky case: b (1 of 2)");
    expect(answer.commands).toEqual({
      show: `npx viva show ${run.id}`,
      report: `npx viva show ${run.id} --report html`,
    });
  });

  test("that is not finished has the command that goes on with it", async () => {
    const run = await storedRun(store, [{ id: "a", value: 1 }], { finished: false, cases: 2 });
    const { commands } = await runView.answer(context, { run: run.id });
    expect(commands.resume).toBe(`npx viva run --resume ${run.id}`);
  });
});
