import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type CallSiteObject, getCallSites } from "node:util";
import { safeLine, turnOfLoop } from "../base/index.ts";
import { type BlockedTime, currentScope, runningTrial } from "./running-trial.ts";

/** An answer that took longer came from code that could not be interrupted, or from what ran after it. */
const promptMs = 50;

/** What was found running, in words that can be printed. */
export interface BusyCode {
  caseId?: string | undefined;
  /** File and line. */
  place?: string | undefined;
}

let seen: { blocked: BlockedTime | undefined; at: number; turn: number } | undefined;
let latest: BusyCode = {};

/**
 * Says which code is running, and charges the time since the last look to its trial. Another thread triggers this in the
 * middle of whatever keeps this thread busy, so async context and stack are those of the busy code. `askedAt` is when it
 * asked, in milliseconds since 1970.
 */
export function busyCode(askedAt: number): BusyCode {
  const now = performance.now();
  const turn = turnOfLoop();
  const frames = interruptedCode();
  const isNew = seen?.turn !== turn;
  if (isNew) latest = {};
  const foreign = frames.filter((frame) => !isNodes(frame));
  // The line that a user can change: neither Viva's own, such as its Date, nor that of a package.
  const own = foreign.find(isUsers) ?? foreign.find((frame) => !isVivas(frame)) ?? foreign[0];
  const blocked = currentScope()?.blocked;
  // Node's own code runs between two callbacks and does not show whose callbacks they are.
  if (!blocked && !own && seen && !isNew) return latest;
  if (blocked) {
    const asked = Math.min(now, Math.max(turn, askedAt - performance.timeOrigin));
    const since = !isNew && seen?.blocked === blocked ? seen.at : undefined;
    const certain = now - asked <= promptMs || isBehindNativeCode(frames) ? asked : now;
    blocked.milliseconds += now - (since ?? certain);
  }
  seen = { blocked, at: now, turn };
  const caseId = runningTrial()?.caseId;
  latest = { caseId: caseId && safeLine(caseId), place: own && safeLine(placeOf(own)) };
  return latest;
}

/**
 * A call such as execSync() cannot be interrupted, but Node's code around it can, as soon as the call returns: then that
 * call took so long. In other places the code that was found may be someone else's code that ran next.
 */
function isBehindNativeCode([top]: readonly CallSiteObject[]): boolean {
  return top !== undefined && isNodes(top) && !/^node:internal\/(?:process|timers)/.test(top.scriptName);
}

function isNodes({ scriptName }: CallSiteObject): boolean {
  return scriptName === "" || scriptName.startsWith("node:");
}

const ownFolder = fileURLToPath(new URL("..", import.meta.url));

function isVivas(frame: CallSiteObject): boolean {
  return fileOf(frame).startsWith(ownFolder);
}

function isUsers(frame: CallSiteObject): boolean {
  return !isVivas(frame) && !/[\\/]node_modules[\\/]/.test(fileOf(frame));
}

function fileOf({ scriptName }: CallSiteObject): string {
  return scriptName.startsWith("file:") ? fileURLToPath(scriptName) : scriptName;
}

/** The interrupted code, innermost first: the stack below this file and the call that asked. */
function interruptedCode(): CallSiteObject[] {
  const frames = getCallSites(50);
  return frames.slice(frames.findIndex(({ scriptName }) => scriptName !== frames[0]?.scriptName) + 1);
}

function placeOf(frame: CallSiteObject): string {
  return `${relative(process.cwd(), fileOf(frame))}:${frame.lineNumber}`;
}
