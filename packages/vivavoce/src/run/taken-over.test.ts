import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { contains, defineMetric, scored } from "../metric/index.ts";
import { Store, shownOwner, thisProcess } from "../store/index.ts";
import { temporaryPlace } from "../store/store.test-helper.ts";
import { scriptedModel } from "../testing/index.ts";
import { claimRun } from "./claim-run.ts";
import { rescore } from "./judged-run.test-helper.ts";
import { resumeRun } from "./resume.ts";
import {
  agentOf,
  asking,
  caseList,
  echo,
  execute,
  loadedSuite,
  planOf,
  statusesOf,
  storedRun,
  temporaryFolder,
  trialsOf,
} from "./run.test-helper.ts";

// The heart beats when a test says so; everything else takes the time that it takes.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

/** Two processes at one store. */
async function twoStores(): Promise<{ slow: Store; quick: Store }> {
  const file = await temporaryPlace();
  const [slow, quick] = [await Store.open(file), await Store.open(file)];
  onTestFinished(async () => {
    await slow.close().catch(() => {});
    await quick.close();
  });
  return { slow, quick };
}

/** The slow process stands still for longer than anybody waits for its heart, and the quick one takes its run. */
async function takeOver(quick: Store): Promise<void> {
  const { id } = await quick.runs.find("latest");
  expect(await claimRun(quick, id)).toMatchObject({
    message: `run ${id} is being played by process ${shownOwner(thisProcess())}`,
  });
  vi.setSystemTime(Date.now() + 60_000);
  expect(await claimRun(quick, id)).toBeUndefined();
}

const lost = {
  name: "StoreError",
  fault: "taken-over",
  message: expect.stringMatching(/^run \w+ was taken over by another process, \d+@[^/]+, while this one stood still$/),
  exitCode: 3,
};

describe("a process that goes on after another has taken its run", () => {
  test("writes nothing more and says why; the other ends the run with every trial once", async () => {
    const { slow, quick } = await twoStores();
    const heard: string[] = [];
    const agent = agentOf(async (message, context) => {
      heard.push(message);
      // A trial begins before the one before it is on disk, and here lasts until it is.
      await slow.flush().catch(() => {});
      if (message === "Hello two" && heard.length === 2) await takeOver(quick);
      context.record({ type: "text", text: message });
    });
    const loaded = loadedSuite({ cases: caseList("one", "two", "three", "four"), agent });
    const plan = await planOf(loaded);
    const running = execute(slow, plan, { options: { concurrency: 1 } });
    await expect(running).rejects.toMatchObject(lost);
    expect(heard).not.toContain("Hello four");

    const run = await quick.runs.find("latest");
    expect(run).toMatchObject({ owner: thisProcess(), finishedAt: undefined });
    expect(await statusesOf(quick, run.id)).toEqual(["one passed"]);

    await quick.runs.release(run.id, false);
    const resumption = await resumeRun(quick, run, [plan], "/");
    await execute(quick, plan, { resumption });
    await expect(slow.flush()).rejects.toMatchObject(lost);
    const passed = ["one", "two", "three", "four"].map((id) => `${id} passed`);
    expect(await statusesOf(quick, run.id)).toEqual(passed);
    expect((await storedRun(quick, { run: run.id })).finishedAt).toBeGreaterThan(0);
  });

  test("does not wait for what is in flight: it would be asked for twice", async () => {
    const { slow, quick } = await twoStores();
    const agent = agentOf(async (_message, context) => {
      await takeOver(quick);
      await vi.advanceTimersByTimeAsync(2_000);
      // Only the loss of the run can end this.
      await new Promise((resolve) => context.signal.addEventListener("abort", resolve));
    });
    await expect(execute(slow, await planOf({ agent }), { options: { concurrency: 1 } })).rejects.toMatchObject(lost);
    const { id } = await quick.runs.find("latest");
    expect(await trialsOf(quick, id)).toEqual([]);
  });

  test("does not let go of what is no longer its own, when nothing was left to write", async () => {
    const { slow, quick } = await twoStores();
    const last = vi.fn(() => takeOver(quick));
    const flush = slow.flush.bind(slow);
    slow.flush = () => flush().then(last);
    await expect(execute(slow, await planOf({}))).rejects.toMatchObject(lost);
    expect(last).toHaveBeenCalledOnce();
    expect(await quick.runs.find("latest")).toMatchObject({ owner: thisProcess(), finishedAt: undefined });
  });

  test("makes no tape: the other one does", async () => {
    const { slow, quick } = await twoStores();
    const model = scriptedModel(async ({ messages }) => {
      if (model.calls.length === 1) await takeOver(quick);
      return String(messages.at(-1)?.content);
    });
    const folder = temporaryFolder();
    const loaded = loadedSuite({ cases: caseList("one"), agent: asking, models: { agent: model } }, folder);
    const options = { traffic: "record" } as const;
    const plan = await planOf(loaded, { options });
    await expect(execute(slow, plan, { options })).rejects.toMatchObject(lost);
    expect(existsSync(join(folder, "cassettes"))).toBe(false);
  });

  test("writes no more scores, soon stops scoring, and leaves the run to the other", async () => {
    const { slow, quick } = await twoStores();
    const folder = temporaryFolder();
    // More than may wait for the disk.
    const cases = caseList(...Array.from({ length: 120 }, (_, index) => `case-${index}`));
    const played = await execute(slow, await planOf(loadedSuite({ cases, agent: echo }, folder)));
    const before = await trialsOf(quick, played.run);
    let asked = 0;
    const late = defineMetric({
      name: "late",
      async score() {
        asked += 1;
        if (asked === 1) await takeOver(quick);
        return scored(1, []);
      },
    });
    const loaded = loadedSuite({ cases, agent: echo, metrics: [contains(), late] }, folder);
    await expect(rescore(slow, played, loaded, { concurrency: 1 })).rejects.toMatchObject(lost);
    expect(asked).toBeLessThan(120);
    expect(await trialsOf(quick, played.run)).toEqual(before);
    const { owner, suites } = await quick.runs.find(played.run);
    expect(owner).toBe(thisProcess());
    expect(suites[0]?.header.metrics.map(({ name }) => name)).toEqual(["contains"]);
  });

  test("stops a scoring whose judge is being waited for", async () => {
    const { slow, quick } = await twoStores();
    const folder = temporaryFolder();
    const played = await execute(slow, await planOf(loadedSuite({ agent: echo }, folder)));
    const hanging = defineMetric({
      name: "hanging",
      async score() {
        await takeOver(quick);
        await vi.advanceTimersByTimeAsync(2_000);
        return new Promise(() => {});
      },
    });
    const loaded = loadedSuite({ agent: echo, metrics: [contains(), hanging] }, folder);
    await expect(rescore(slow, played, loaded, { concurrency: 1 })).rejects.toMatchObject(lost);
  });
});
