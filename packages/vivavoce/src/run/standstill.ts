import { once } from "node:events";
import { url as inspectorAddress } from "node:inspector";
import { Worker } from "node:worker_threads";
import { dropInterruptLock, isInterrupting, newInterruptLock, ownFile, safeLine } from "../base/index.ts";
import { type BusyCode, busyCode, defaultLimits, runningTrial, trialsUnderWay } from "../conversation/index.ts";
import { groupsUnwritten, handOverWrites } from "../store/index.ts";
import type { RunOptions } from "./options.ts";
import type { SuitePlan } from "./plan.ts";

/** The part of a plan that says how long an exchange may take. */
type Limited = { loaded: { suite: Pick<SuitePlan["loaded"]["suite"], "limits"> } };

/** Short compared with any time limit: the time before the first look counts for no trial. */
const beatMs = 50;
const shortestMs = 30_000;
const longestGraceMs = 10_000;
const mostNames = 20;

/** How long the process may stand still: longer than any exchange may take, because limits take effect late. */
export function standstillAfter(plans: readonly Limited[], { timeoutMs }: Pick<RunOptions, "timeoutMs">): number {
  const own = plans.map(({ loaded }) => timeoutMs ?? loaded.suite.limits?.exchangeMs ?? defaultLimits.exchangeMs);
  const exchangeMs = Math.max(...own);
  return Math.max(shortestMs, exchangeMs + Math.min(exchangeMs, longestGraceMs));
}

/** The data of the watching thread. */
export interface Watch {
  /** Increases as long as the other thread's event loop runs. */
  beats: Int32Array;
  /** The cases that are being played, a line each. */
  underWay: Uint8Array;
  /** Whether the other thread must not be interrupted. */
  interruptLock: Int32Array;
  /** How many groups of records are on their way to the disk. */
  unwritten: Int32Array;
  /** Where the other thread keeps the functions that it may be asked to call. */
  asked: string;
  beatMs: number;
}

/** The functions that it may call in the watched thread, in the middle of that thread's work. */
export interface StandstillHooks {
  busyCode(askedAt: number): BusyCode;
  /** The process is about to be ended: finished trials go to the writer, and the trial at fault is failed. */
  lastWords(message: string): { failed: boolean };
}

const asked: StandstillHooks = {
  busyCode,
  lastWords(message) {
    const trial = runningTrial();
    const failed = trial?.fail?.("time-limit", message) ?? false;
    trial?.blame?.();
    handOverWrites();
    return { failed };
  },
};
/** The symbol under which the other thread finds it. */
const askedName = "vivavoce.standstill";

/** A thread that watches, or waits until there is something to watch: it is started once, because that takes a while. */
interface Looker {
  thread: Worker;
  watch: Watch;
  ready: Promise<unknown>;
}
const idle: Looker[] = [];

/**
 * Another thread watches while suites are played. If code keeps this thread busy without a pause, it finds out which
 * trial's code it is, so that the time counts for that trial. After this many milliseconds it ends the process, because
 * neither time limits nor Ctrl-C work then. Returns a function that ends the watch, and `ready`, which resolves when the
 * other thread watches.
 */
export function watchForStandstill(milliseconds: number): (() => void) & { ready: Promise<unknown> } {
  // A process that stops at a breakpoint must not be ended.
  if (inspectorAddress() !== undefined) return Object.assign(() => {}, { ready: Promise.resolve() });
  const looker = idle.pop() ?? startLooker();
  const { thread, watch } = looker;
  let named = "";
  const heart = setInterval(() => {
    Atomics.add(watch.beats, 0, 1);
    const names = Iterator.from(trialsUnderWay())
      .take(mostNames)
      .map(({ caseId }) => safeLine(caseId))
      .toArray()
      .join("\n");
    if (names !== named) Buffer.from(watch.underWay.buffer).fill(0).write(names);
    named = names;
  }, beatMs);
  heart.unref();
  Object.defineProperty(globalThis, Symbol.for(askedName), { value: asked, configurable: true });
  thread.postMessage(Math.ceil(milliseconds / beatMs));
  const end = () => {
    clearInterval(heart);
    watch.underWay.fill(0);
    if (isInterrupting(watch.interruptLock)) {
      // At once: it is in the middle of an interruption.
      dropInterruptLock(watch.interruptLock);
      void thread.terminate();
    } else {
      thread.postMessage(undefined);
      idle.push(looker);
    }
  };
  return Object.assign(end, { ready: looker.ready });
}

function startLooker(): Looker {
  const interruptLock = newInterruptLock();
  const watch: Watch = {
    beats: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
    underWay: new Uint8Array(new SharedArrayBuffer(4_096)),
    interruptLock,
    unwritten: groupsUnwritten,
    asked: `globalThis[Symbol.for("${askedName}")]`,
    beatMs,
  };
  const thread = new Worker(ownFile("run/standstill-thread"), { workerData: watch });
  thread.unref();
  // Without the watch a run still works.
  thread.on("error", () => {});
  thread.on("exit", () => dropInterruptLock(interruptLock));
  return { thread, watch, ready: once(thread, "message").catch(() => {}) };
}
