// Agents that reach beyond their own conversation: they end the process, block it, or change what all trials share.
import { execSync, spawn } from "node:child_process";
import { closeSync, mkdtempSync, rmdirSync, writeSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { answering, hostileProxy, kind, later, type Misbehaviour, throwing } from "./misbehaviour.ts";

const ways: Record<string, () => unknown> = {
  "process.exit(0)": () => process.exit(0),
  "process.reallyExit(0)": () => (process as unknown as { reallyExit(code: number): void }).reallyExit(0),
  "process.abort()": () => process.abort(),
  "SIGKILL to itself": () => process.kill(process.pid, "SIGKILL"),
  "SIGTERM to itself": () => process.kill(process.pid, "SIGTERM"),
  "SIGINT to itself": () => process.kill(process.pid, "SIGINT"),
};

const ends: Misbehaviour[] = [
  ...Object.entries(ways).flatMap(([name, end]) => [
    kind(`${name}, now`, "ended", async () => {
      end();
      await sleep(3_000);
    }),
    later(`${name}, later`, "ended", end),
    kind(`${name}, in a listener`, "ended", () => {
      process.once("warning", end);
      process.emitWarning("heard by the listener");
      return sleep(3_000);
    }),
  ]),
  kind("SIGKILL to itself, by another program", "ended", () => void execSync(`kill -9 ${process.pid}`)),
  answering("process.exit(0) in an exit listener", "passed", () => void process.on("exit", () => process.exit(0))),
  answering("process.exit(0) in beforeExit", "passed", () => void process.on("beforeExit", () => process.exit(0))),
  kind("exit listeners that throw, and a failure", "failed", () => {
    process.prependListener("exit", throwing(new Error("hostile")));
    throw new Error("out of ideas");
  }),
  answering("pretends that the process ends", "unsure", () => void process.emit("exit", 0)),
];

const exitCodes: Misbehaviour[] = [
  kind("overwrites exitCode and fails", "failed", () => {
    process.exitCode = 0;
    process.on("exit", () => {
      process.exitCode = 0;
    });
    throw new Error("out of ideas");
  }),
  // Node refuses the getter, which is the failure.
  kind("makes exitCode a getter", "failed", () => {
    Object.defineProperty(process, "exitCode", { get: () => 0, set: () => {}, configurable: true });
  }),
];

const listeners: Misbehaviour[] = [
  answering("removes all listeners", "passed", removeAllListeners),
  answering("removes all listeners and leaves a rejection behind", "passed", () => {
    removeAllListeners();
    void Promise.reject(new Error("nobody listens"));
  }),
];

const streams: Misbehaviour[] = [
  answering("changes the working directory", "passed", () => process.chdir("/")),
  answering("changes into a folder that is gone", "unsure", () => {
    const folder = mkdtempSync(join(tmpdir(), "viva-gone-"));
    process.chdir(folder);
    rmdirSync(folder);
  }),
  answering("writes to stdout", "passed", () => {
    process.stdout.write("9 passed of 9\n");
    console.log({ results: [] });
  }),
  answering("writes to descriptor 1", "passed", () => void writeSync(1, "9 passed of 9\n")),
  answering("ends stdout", "passed", () => void process.stdout.end("the end\n")),
  answering("destroys stdout", "passed", () => void process.stdout.destroy()),
  answering(
    "replaces stdout.write",
    "passed",
    () => void Object.assign(process.stdout, { write: throwing("hostile") }),
  ),
  answering("closes descriptor 1", "passed", () => closeSync(1)),
  answering("closes descriptor 2", "passed", () => closeSync(2)),
  answering("closes descriptors 3 to 40", "ended", () => {
    for (let descriptor = 3; descriptor <= 40; descriptor++) {
      try {
        closeSync(descriptor);
      } catch {
        // That one was not open.
      }
    }
  }),
];

const leftovers: Misbehaviour[] = [
  answering("leaves a rejection behind", "passed", () => void Promise.reject(new Error("late"))),
  later("leaves a late rejection behind", "passed", () => void Promise.reject(new Error("late"))),
  later("leaves a late rejection of null behind", "passed", () => void Promise.reject(null)),
  later("leaves a late rejection of a proxy behind", "passed", () => void Promise.reject(hostileProxy())),
  later("throws late", "passed", throwing(new Error("late"))),
  later("throws null late", "passed", throwing(null)),
  later("throws undefined late", "passed", throwing(undefined)),
  answering("leaves a child behind that keeps stdout", "passed", () => {
    spawn("sleep", ["4"], { stdio: "inherit", detached: true }).unref();
  }),
  answering("leaves a child behind", "passed", () => void spawn("sleep", ["4"], { stdio: "ignore" })),
  answering("leaves a timer behind", "passed", () => void setInterval(() => {}, 50)),
  answering("leaves a server behind", "passed", () => void createServer().listen(0, "127.0.0.1")),
  answering("leaves a busy thread behind", "passed", () => {
    new Worker("for (const end = Date.now() + 2000; Date.now() < end; );", { eval: true }).unref();
  }),
];

const memoryAndTime: Misbehaviour[] = [
  answering("allocates 1 GB", "passed", () => void Buffer.allocUnsafe(2 ** 30).fill(1, 0, 2 ** 27), { costly: true }),
  kind("exhausts the heap", "ended", exhaustHeap, { heap: 160 }),
  answering("computes for 3 s", "passed", () => compute(3_000)),
  answering("computes for 8 s", "failed", () => compute(8_000), { costly: true }),
  answering("waits for another program for 8 s", "failed", () => void execSync("sleep 8"), { costly: true }),
  kind("loops for ever", "ended", () => compute(Number.POSITIVE_INFINITY), { costly: true }),
  kind("loops for ever in microtasks", "ended", loopInMicrotasks, { costly: true }),
  kind("loops for ever in nextTick", "ended", loopInTicks, { costly: true }),
  kind("waits for ever without a turn", "ended", () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0), {
    costly: true,
  }),
];

const changed: Record<string, () => unknown> = {
  "Date.now": () => Object.assign(Date, { now: () => Number.NaN }),
  Date: () => Object.assign(globalThis, { Date: throwing(new Error("hostile")) }),
  "JSON.stringify": () => Object.assign(JSON, { stringify: () => '{"status":"passed"}' }),
  "JSON.parse": () => Object.assign(JSON, { parse: throwing(new Error("hostile")) }),
  "Array.prototype.map": () => patch(Array.prototype, "map", () => []),
  "Array.prototype[Symbol.iterator]": () => patch(Array.prototype, Symbol.iterator, throwing(new Error("hostile"))),
  "Object.prototype": () => patch(Object.prototype, "status", "passed"),
  "Object.prototype.toJSON": () => patch(Object.prototype, "toJSON", () => ({})),
  "Promise.prototype.then": () => patch(Promise.prototype, "then", () => new Promise(() => {})),
  "String.prototype.includes": () => patch(String.prototype, "includes", () => true),
  "Map.prototype.get": () => patch(Map.prototype, "get", () => undefined),
  "setTimeout, which does nothing": () => Object.assign(globalThis, { setTimeout: () => ({ unref() {}, ref() {} }) }),
  "setTimeout, which does not wait": () =>
    Object.assign(globalThis, {
      setTimeout: (work: (...given: unknown[]) => void, _ms: number, ...given: unknown[]) =>
        setImmediate(work, ...given),
    }),
  "performance.now": () => Object.assign(performance, { now: () => 0 }),
  queueMicrotask: () => Object.assign(globalThis, { queueMicrotask: () => {} }),
  "Error.prepareStackTrace": () => Object.assign(Error, { prepareStackTrace: throwing(new Error("hostile")) }),
  "process.env": () => Object.assign(process, { env: {} }),
  console: () => Object.assign(globalThis, { console: {} }),
};

/** What every trial of the process shares, changed by an agent that answers well and by one that fails. */
const patches: Misbehaviour[] = Object.entries(changed).flatMap(([name, change]) => [
  answering(`patches ${name}`, "unsure", () => void change()),
  kind(`patches ${name} and fails`, "unsure", () => {
    change();
    throw new Error("out of ideas");
  }),
]);

export const farReaching: readonly Misbehaviour[] = [
  ends,
  exitCodes,
  listeners,
  streams,
  leftovers,
  memoryAndTime,
  patches,
].flat();

function removeAllListeners(): void {
  for (const event of process.eventNames()) process.removeAllListeners(event as string);
}

function exhaustHeap(): void {
  const kept: unknown[] = [];
  for (;;) kept.push(new Array(1_000).fill(kept.length));
}

function compute(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

async function loopInMicrotasks(): Promise<void> {
  for (;;) await undefined;
}

function loopInTicks(): Promise<never> {
  const tick = () => process.nextTick(tick);
  tick();
  return new Promise(() => {});
}

function patch(prototype: object, name: PropertyKey, value: unknown): void {
  Object.defineProperty(prototype, name, { value, configurable: true, writable: true, enumerable: false });
}
