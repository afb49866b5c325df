import { syncBuiltinESMExports } from "node:module";
import { exitCodes, holdListener, messageOf } from "../base/index.ts";
import { cleanText, invocation, printError } from "./print.ts";
import { lostOutput } from "./streams.ts";

// Node's own functions, taken before a suite is loaded, because its code may replace them.
const { reallyExit, kill } = process as unknown as {
  reallyExit(code: number): never;
  kill(pid: number, signal?: string | number): true;
};
/** Signals that do not end a process. */
const harmless: readonly unknown[] = [0, "SIGCONT", "SIGCHLD", "SIGWINCH", "SIGURG", "SIGUSR1", "SIGUSR2"];

const graceMs = 300;
const lookMs = 50;

let decided: number | undefined;
let isGuarded = false;
let isLeaving = false;
/** A command that only shows something decides no code. */
let isVerdict = true;
let release = () => {};
let culprit: () => string | undefined = () => undefined;

/** Sets the function that names the case whose code ends the process. */
export function findCulpritBy(find: () => string | undefined): void {
  culprit = find;
}

/** Sets the command's exit code. A suite's code cannot change it, whatever it does to the process. */
export function decideExitCode(code: number | undefined): void {
  decided = code;
}

export function decidedExitCode(): number | undefined {
  return decided;
}

/**
 * Makes every way out of the process end in `leave`: `process.exit`, whoever calls it, a signal that a suite's code
 * sends to its own process, and an event loop that has nothing left to do. Before a code is decided, such an end must
 * not count as a pass: a suite's code ended the process, or the command waits for something that never comes.
 */
export function guardExit(): void {
  // `execve` would put another program in place of this one, which would return its own code.
  Object.assign(process, { reallyExit: leave, execve: leave, abort: leave, kill: killOther });
  syncBuiltinESMExports();
  release = holdListener("exit", leave);
  // The code of an end that passes by `leave`.
  process.exitCode = exitCodes.infrastructure;
  isGuarded = true;
}

/**
 * Keeps running code from giving every object a field: a careless merge that sets `passed` would decide trials. From here
 * on such a line throws. Not before suites are loaded, because some libraries do it on purpose, and only in a process of
 * our own, because it cannot be undone.
 */
export function guardObjects(): void {
  if (isGuarded) Object.preventExtensions(Object.prototype);
}

/** `process.kill`, except that a signal that would end this process calls `leave`. A user's signal does not come this way. */
function killOther(pid: number, signal: string | number = "SIGTERM"): true {
  const isOwn = [process.pid, -process.pid, 0].includes(Number(pid));
  return isOwn && !harmless.includes(signal) ? leave() : kill.call(process, pid, signal);
}

/** Ends the process with the code that was decided. A suite's listeners may tidy up, but cannot change the code. */
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
    // The verdict has been printed by now; a later failure does not change it.
  }
}

const verdicts: readonly number[] = [exitCodes.pass, exitCodes.fail, exitCodes.inconclusive];

/** If the report did not arrive whole, the exit code must say so: its reader would take half of it for all. */
function afterLostOutput(code: number): number {
  const lost = lostOutput();
  if (lost === undefined || !verdicts.includes(code)) return code;
  const closed = lost.code === "EPIPE";
  // In `viva list | head -3` the user wants the pipe to close early.
  if (closed && !isVerdict) return code;
  if (!(closed && process.stderr.isTTY))
    printError(
      `viva: the output could not be written: ${closed ? "its reader closed the pipe" : messageOf(lost)}\n    The store is complete: ${invocation()} show latest --json writes the report again.`,
    );
  return exitCodes.infrastructure;
}

/** Says why the process ends, and which case is about to end it, if that is known. */
function refusedEnd(): number {
  const caseId = culprit();
  const resume = `${invocation()} run --resume plays the rest`;
  const told =
    caseId === undefined
      ? `viva: the process ended before the command was done: code of the suite ended it, or waits for something that never comes\n    Finished trials are kept; ${resume}.`
      : `\nviva: case ${caseId} ended the process of the whole run\n    Finished trials are kept. ${resume}, and this case in a process of its own; --processes does that for all cases.`;
  printError(cleanText(told));
  return exitCodes.infrastructure;
}

/** Ends the process soon after its last output: users' code may have left timers or sockets open. */
export function leaveSoon(): void {
  isVerdict = decided !== undefined;
  process.exitCode = decided ?? exitCodes.pass;
  decideExitCode(process.exitCode);
  // Puts our listener first again, in case a suite has put another before it.
  release();
  release = () => process.off("exit", leave);
  process.prependListener("exit", leave);
  let quietMs = 0;
  const look = () => {
    const isWriting = [process.stdout, process.stderr].some((one) => one.writableLength > 0 && !one.destroyed);
    quietMs = isWriting ? 0 : quietMs + lookMs;
    if (quietMs >= graceMs) leave();
  };
  setInterval(look, lookMs).unref();
}
