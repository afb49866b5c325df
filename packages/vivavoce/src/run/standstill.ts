import { url as inspectorAddress } from "node:inspector";
import { Worker } from "node:worker_threads";
import { ownFile } from "../base/index.ts";
import { defaultLimits } from "../conversation/index.ts";
import type { RunOptions } from "./options.ts";
import type { SuitePlan } from "./plan.ts";

/** The part of a plan that says how long an exchange may take. */
type Limited = { loaded: { suite: Pick<SuitePlan["loaded"]["suite"], "limits"> } };

const beatMs = 1_000;
const shortestMs = 30_000;
const longestGraceMs = 10_000;

/** How long the process may stand still: longer than any exchange may take, since limits strike late. */
export function standstillAfter(plans: readonly Limited[], { timeoutMs }: Pick<RunOptions, "timeoutMs">): number {
  const own = plans.map(({ loaded }) => timeoutMs ?? loaded.suite.limits?.exchangeMs ?? defaultLimits.exchangeMs);
  const exchangeMs = Math.max(...own);
  return Math.max(shortestMs, exchangeMs + Math.min(exchangeMs, longestGraceMs));
}

/**
 * Ends the process when code of the suite keeps it busy for so long without a pause: then no time limit can strike and
 * no Ctrl-C is heard. Another thread looks on. Returns what ends the watch.
 */
export function watchForStandstill(milliseconds: number): () => void {
  // Whoever stands at a breakpoint is not to be ended.
  if (inspectorAddress() !== undefined) return () => {};
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const heart = setInterval(() => Atomics.add(beats, 0, 1), beatMs);
  heart.unref();
  const looker = new Worker(ownFile("run/standstill-thread"), {
    workerData: { beats, beatMs, most: Math.ceil(milliseconds / beatMs) },
  });
  looker.unref();
  // Without a watch a run is what it was before there was one.
  looker.on("error", () => {});
  return () => {
    clearInterval(heart);
    void looker.terminate();
  };
}
