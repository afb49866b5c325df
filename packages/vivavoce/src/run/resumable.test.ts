import { expect, onTestFinished, test } from "vitest";
import { ModelError } from "../model/index.ts";
import { Store } from "../store/index.ts";
import { temporaryPlace } from "../store/store.test-helper.ts";
import { claimRun } from "./claim-run.ts";
import { resumableRun } from "./resumable.ts";
import { agentOf, caseList, execute, planOf } from "./run.test-helper.ts";

async function emptyStore(): Promise<Store> {
  const store = await Store.open(await temporaryPlace());
  onTestFinished(() => store.close());
  return store;
}

/** A run that ended, in which an outage spoiled these cases of three. */
async function runWith(store: Store, ...spoiled: string[]): Promise<string> {
  const agent = agentOf((message, context) => {
    const failure = { failure: "network", message: "no connection" } as const;
    if (spoiled.some((id) => message.endsWith(id))) throw new ModelError(failure);
    context.record({ type: "text", text: message });
  });
  return (await execute(store, await planOf({ cases: caseList("a", "b", "c"), agent }))).run;
}

test("without an id it is the newest run in which something has no result, also one that came to its end", async () => {
  const store = await emptyStore();
  await expect(resumableRun(store, true)).rejects.toMatchObject({ name: "InputError", exitCode: 64 });
  const whole = await runWith(store);
  expect(await resumableRun(store, true)).toMatchObject({ run: { id: whole }, left: "" });
  const spoiled = await runWith(store, "b");
  await runWith(store);
  const left = "1 trial without a result (1 errored)";
  expect(await resumableRun(store, true)).toMatchObject({ run: { id: spoiled }, left });

  const stopped = await execute(store, await planOf({ cases: caseList("a", "b") }), { stop: AbortSignal.abort() });
  const pending = "2 trials without a result (2 pending)";
  expect(await resumableRun(store, true)).toMatchObject({ run: { id: stopped.run }, left: pending });
  expect(await resumableRun(store, spoiled.slice(0, 6))).toMatchObject({ run: { id: spoiled }, left });
});

test("a run that was killed when its last trial was safe is taken up, to come to its end", async () => {
  const store = await emptyStore();
  const killed = await runWith(store);
  expect(await claimRun(store, killed)).toBeUndefined();
  await store.runs.release(killed, false);
  await runWith(store);
  expect(await resumableRun(store, true)).toMatchObject({ run: { id: killed }, left: "" });
});

test("one of a process that cannot be seen is not passed over: it may be the one that is meant", async () => {
  const store = await emptyStore();
  await runWith(store, "a");
  const newer = await runWith(store, "c");
  expect(await store.runs.claim(newer, "7@elsewhere", () => true)).toBe(true);
  const refused = { name: "ResumeRefused", remedy: expect.stringContaining("the run is free in ") };
  await expect(resumableRun(store, true)).rejects.toMatchObject(refused);
});

test("one that is being played is passed over; where there is no other, it is said", async () => {
  const store = await emptyStore();
  const [older, newer] = [await runWith(store, "a"), await runWith(store, "a", "c")];
  expect(await claimRun(store, newer)).toBeUndefined();
  expect(await resumableRun(store, true)).toMatchObject({ run: { id: older } });
  expect(await claimRun(store, older)).toBeUndefined();
  const message = expect.stringContaining(`run ${newer} is being played by process ${process.pid}@`);
  await expect(resumableRun(store, true)).rejects.toMatchObject({ name: "ResumeRefused", message });
});
