import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { mayInterrupt } from "../base/index.ts";
import type { StandstillHooks, Watch } from "./standstill.ts";
import { stillness } from "./stillness.ts";

const { beats, underWay, interruptLock, unwritten, asked, beatMs } = workerData as Watch;
/** How long to wait for the last output and for the disk. */
const lastWordsMs = 1_000;
const lastWritesMs = 5_000;

let looking: NodeJS.Timeout | undefined;
let busy: ReturnType<StandstillHooks["busyCode"]> | undefined;
let isAsking = false;
let isEnding = false;

// After so many looks without a beat the process is ended; without a number there is nothing to watch any more.
parentPort?.on("message", (most: number | undefined) => {
  clearInterval(looking);
  busy = undefined;
  if (most === undefined) return;
  const isBusy = stillness(2);
  const isStill = stillness(most);
  looking = setInterval(() => {
    const beat = Atomics.load(beats, 0);
    const ends = isStill(beat);
    if (!isBusy(beat)) busy = undefined;
    else if (ends && !isEnding) void end(Math.round((most * beatMs) / 1000));
    else if (!isAsking && !isEnding) void look();
  }, beatMs);
});
parentPort?.postMessage("ready");

async function look(): Promise<void> {
  const interruption = mayInterrupt(interruptLock);
  if (!interruption) return;
  isAsking = true;
  busy = (await ask("busyCode", performance.timeOrigin + performance.now())) ?? busy;
  interruption.done();
  isAsking = false;
}

async function end(seconds: number): Promise<never> {
  isEnding = true;
  const { caseId, place } = busy ?? {};
  const kept = `has kept the process busy for ${seconds} s without a pause${place === undefined ? "" : `, at ${place}`}`;
  const words = ask("lastWords", `its code ${kept}, so the process was ended`);
  const answer = await Promise.race([words, sleep(lastWordsMs, undefined)]);
  for (let waited = 0; Atomics.load(unwritten, 0) > 0 && waited < lastWritesMs; waited += 10) await sleep(10);
  const names = new TextDecoder().decode(underWay.slice()).replaceAll("\0", "").split("\n").filter(Boolean);
  const others = names.length === 0 ? "" : ` Under way: ${names.join(", ")}.`;
  const who = caseId === undefined ? "code of the suite" : `case ${caseId}`;
  const fate = answer?.failed ? "The case is failed, and finished trials are kept" : "Finished trials are kept";
  const hint = caseId === undefined ? `${others} --case finds the one that does this.` : "";
  try {
    writeSync(
      2,
      `\nviva: ${who} ${kept}, so no time limit can take effect; the process is ended\n    ${fate}; viva run --resume plays the rest.${hint}\n`,
    );
  } finally {
    // Only this signal reaches a thread that does not pause.
    process.kill(process.pid, "SIGKILL");
  }
  return new Promise(() => {});
}

/**
 * Makes the busy thread call one of its functions in the middle of its work, as debuggers do. The answer comes when that
 * thread next runs JavaScript; undefined if that fails.
 */
function ask<Name extends keyof StandstillHooks>(name: Name, given: Parameters<StandstillHooks[Name]>[0]) {
  const { promise, resolve } = Promise.withResolvers<ReturnType<StandstillHooks[Name]> | undefined>();
  const expression = `${asked}.${name}(${JSON.stringify(given)})`;
  try {
    // Loaded when it is needed: most runs never stand still, and it takes longer than all else of this thread.
    const { Session } = process.getBuiltinModule("node:inspector");
    const session = new Session();
    session.connectToMainThread();
    session.post("Runtime.evaluate", { expression, returnByValue: true, silent: true }, (_error, answer) => {
      // At once: a process that ends would wait for it.
      session.disconnect();
      resolve(answer?.result?.value);
    });
  } catch {
    resolve(undefined);
  }
  return promise;
}
