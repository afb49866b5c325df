import { syncBuiltinESMExports } from "node:module";
import { exitCodes, holdListener, messageOf } from "../base/index.ts";
import { cleanText } from "./clean-text.ts";
import { lostOutput } from "./streams.ts";

// Node's own, taken before any code of a suite is loaded, which may replace them.
const { reallyExit, kill } = process as unknown as {
  reallyExit(code: number): never;
  kill(pid: number, signal?: string | number): true;
};
/** Signals that leave a process as it was. */
const harmless: readonly unknown[] = [0, "SIGCONT", "SIGCHLD", "SIGWINCH", "SIGURG", "SIGUSR1", "SIGUSR2"];

const graceMs = 300;
const lookMs = 50;

let decided: number | undefined;
let isLeaving = false;
let release = () => {};
let culprit: () => string | undefined = () => undefined;

/** From here on the case whose code ends the process is found by this. */
export function findCulpritBy(find: () => string | undefined): void {
  culprit = find;
}

/** What the command returns to the shell. Code of a suite cannot change it, whatever it does to the process. */
export function decideExitCode(code: number | undefined): void {
  decided = code;
}

export function decidedExitCode(): number | undefined {
  return decided;
}

/**
 * From here on every way out of the process ends in `leave`: `process.exit`, whoever calls it, a signal that code of the
 * suite sends to its own process, and an event loop that has nothing left to do. Before a code is decided such an end is
 * not a pass: code of the suite ended the process, or the command waits for something that never comes.
 */
export function guardExit(): void {
  // Another program in place of this one would return a code of its own.
  Object.assign(process, { reallyExit: leave, execve: leave, abort: leave, kill: killOther });
  syncBuiltinESMExports();
  release = holdListener("exit", leave);
}

/** The same as `process.kill`, but for a signal that would end this process. A user's signal does not come this way. */
function killOther(pid: number, signal: string | number = "SIGTERM"): true {
  const isOwn = [process.pid, -process.pid, 0].includes(Number(pid));
  return isOwn && !harmless.includes(signal) ? leave() : kill.call(process, pid, signal);
}

/** Ends the process with the code that was decided. Listeners of a suite may tidy up, but not end it another way. */
export function leave(): never {
  decided ??= refusedEnd();
  if (!isLeaving) {
    isLeaving = true;
    decided = afterLostOutput(decided);
    release();
    for (const listener of process.listeners("exit")) letTidyUp(listener, decided);
  }
  return reallyExit.call(process, decided);
}

function letTidyUp(listener: NodeJS.ExitListener, code: number): void {
  try {
    listener.call(process, code);
  } catch {
    // The verdict is told by now; what fails after it changes nothing.
  }
}

const verdicts: readonly number[] = [exitCodes.pass, exitCodes.fail, exitCodes.inconclusive];

/** A verdict whose report did not arrive is not told: whoever reads the report would take half of it for all. */
function afterLostOutput(code: number): number {
  const lost = lostOutput();
  if (lost === undefined || !verdicts.includes(code)) return code;
  const closed = lost.code === "EPIPE";
  // On a terminal `viva list | head -3` is what somebody wanted.
  if (!(closed && process.stderr.isTTY))
    process.stderr.write(
      `viva: the output could not be written: ${closed ? "its reader closed the pipe" : messageOf(lost)}\n    What is in the store is whole: viva show latest --json writes the report again.\n`,
    );
  return exitCodes.infrastructure;
}

function refusedEnd(): number {
  if (!tellCulprit()) {
    process.stderr.write(
      "viva: the process ended before the command was done: code of the suite ended it, or waits for something that never comes\n    What was finished is kept; viva run --resume goes on.\n",
    );
  }
  return exitCodes.infrastructure;
}

/** Says which case is about to end the process, and leaves a note for whoever resumes the run. */
function tellCulprit(): boolean {
  const caseId = culprit();
  if (caseId === undefined) return false;
  process.stderr.write(
    cleanText(
      `\nviva: case ${caseId} ended the process of the whole run\n    What was finished is kept. viva run --resume goes on, and plays this case in a process of its own; --processes does that for all cases.\n`,
    ),
  );
  return true;
}

/** Ends the process soon after its last word is written: users' code may have left timers or sockets behind. */
export function leaveSoon(): void {
  process.exitCode = decided ?? exitCodes.pass;
  decideExitCode(process.exitCode);
  // First in the list again, should a suite have put another before it.
  release();
  release = () => process.off("exit", leave);
  process.prependListener("exit", leave);
  let quietMs = 0;
  const look = () => {
    quietMs = [process.stdout, process.stderr].some(isWriting) ? 0 : quietMs + lookMs;
    if (quietMs >= graceMs) leave();
  };
  setInterval(look, lookMs).unref();
}

function isWriting({ writableLength, destroyed }: NodeJS.WriteStream): boolean {
  return writableLength > 0 && !destroyed;
}
