import { spawn } from "node:child_process";
import { hostname } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { storedRun } from "../results/stored-run.test-helper.ts";
import { sharedStore } from "../run/run.test-helper.ts";
import { played, scored } from "../store/store.test-helper.ts";
import { RunEvents } from "./run-events.ts";

const store = sharedStore();

function eventsOf(pace: { pollMs: number; heartbeatMs?: number } = { pollMs: 2 }) {
  const events = new RunEvents(store(), pace);
  onTestFinished(() => events.close());
  /** The texts of a new stream, as they come. */
  const open = async (lastId?: string, from = "here") => {
    const reader = (await events.stream(from, lastId)).getReader();
    const next = async () => {
      const { value, done } = await reader.read();
      return done ? undefined : new TextDecoder().decode(value);
    };
    await next();
    return { next, cancel: () => reader.cancel() };
  };
  return { events, open };
}

const idIn = (text: string | undefined) => JSON.parse(/^data: (.*)$/m.exec(text ?? "")?.[1] ?? "{}").id;

test("a run that is played on, finished or deleted is told; its signs of life are not", async () => {
  const { open } = eventsOf();
  const { id } = await storedRun(store(), [{ id: "a", value: 1 }], { finished: false });
  const { next } = await open();
  const told = next();
  await store().runs.touch(id);
  await store().write(played({ run: id, trial: "b", position: 1 }));
  const text = await told;
  expect(text).toMatch(/^id: \d+\ndata: {"type":"run","id":"\w+","updatedAt":\d+}\n\n$/);
  expect(idIn(text)).toBe(id);
  const later = next();
  await store().write(scored({ run: id, trial: "b" }));
  expect(idIn(await later)).toBe(id);
  const end = next();
  await store().runs.release(id, true);
  expect(idIn(await end)).toBe(id);
  const gone = next();
  await store().runs.remove(id);
  expect(idIn(await gone)).toBe(id);
});

test("a run whose process is killed is told, though nobody writes it", async () => {
  const player = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  onTestFinished(() => void player.kill("SIGKILL"));
  const { id } = await storedRun(store(), [{ id: "a", value: 1 }]);
  await store().runs.claim(id, `${player.pid}@${hostname()}`, () => true);
  const { next } = await eventsOf().open();
  const told = next();
  player.kill("SIGKILL");
  expect(idIn(await told)).toBe(id);
});

test("a sign of life alone changes no sign", async () => {
  const { id } = await storedRun(store(), [{ id: "a", value: 1 }], { finished: false });
  const before = await store().runs.signs(new Map());
  await new Promise((resolve) => setTimeout(resolve, 3));
  await store().runs.touch(id);
  const after = await store().runs.signs(before);
  expect(after.get(id)?.updatedAt).toBeGreaterThan(before.get(id)?.updatedAt ?? 0);
  expect(after.get(id)?.sign).toBe(before.get(id)?.sign);
});

test("whoever was cut off is told what it missed, and nothing older", async () => {
  const { id } = await storedRun(store(), [{ id: "a", value: 1 }]);
  const { updatedAt } = await store().runs.find(id);
  const { events } = eventsOf();
  const first = async (lastId?: string) => {
    const reader = (await events.stream("here", lastId)).getReader();
    const { value } = await reader.read();
    await reader.cancel();
    return new TextDecoder().decode(value);
  };
  expect(await first(String(updatedAt - 1))).toContain(`"id":"${id}"`);
  expect(await first(String(updatedAt))).not.toContain(`"id":"${id}"`);
  expect(await first()).toBe("retry: 3000\n\n");
});

test("a heartbeat keeps the stream open", async () => {
  const { open } = eventsOf({ pollMs: 1_000, heartbeatMs: 2 });
  const { next } = await open();
  expect(await next()).toBe(": \n\n");
});

test("the store is left alone when nobody listens any more", async () => {
  const { open } = eventsOf();
  const { next, cancel } = await open();
  const { id } = await storedRun(store(), [{ id: "a", value: 1 }]);
  expect(idIn(await next())).toBe(id);
  await cancel();
  let looks = 0;
  const { runs } = store();
  const { signs } = runs;
  runs.signs = (before) => {
    looks += 1;
    return signs.call(runs, before);
  };
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(looks).toBe(0);
  delete (runs as Partial<typeof runs>).signs;
});

test("one browser has four streams at most: a fifth ends the oldest, and another browser's stays", async () => {
  const { open } = eventsOf({ pollMs: 1_000 });
  const other = await open(undefined, "there");
  const streams = [await open(), await open(), await open(), await open(), await open()];
  expect(await streams[0]?.next()).toBeUndefined();
  const waiting = [other, ...streams.slice(1)].map(async ({ next }) => next());
  expect(await Promise.race([...waiting, Promise.resolve("still open")])).toBe("still open");
});
