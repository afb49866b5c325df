import { createHook } from "node:async_hooks";
import { setImmediate, setTimeout } from "node:timers/promises";
import { isWrite, type ToolCall } from "../shape/index.ts";
import { hasEnded } from "./recorded-call.ts";
import { currentScope, type ExchangeScope } from "./running-trial.ts";

/** How long Viva waits for work that outlives its reply, if there is a sign of it. */
const graceMs = 1_000;
/** The same for a call without a recorded result. Some agents record no results, so this is short. */
const openCallMs = 50;
const pollMs = 5;
/** Turns of the event loop without a sign after which late work is over: there is none between two steps of it. */
const quietTurns = 3;

/** Timers, files, connections and processes that the agent began in an exchange. */
const watchedTypes = new Set([
  "Timeout",
  "Immediate",
  "FSREQCALLBACK",
  "FSREQPROMISE",
  "FILEHANDLECLOSEREQ",
  "GETADDRINFOREQWRAP",
  "GETNAMEINFOREQWRAP",
  "QUERYWRAP",
  "TCPCONNECTWRAP",
  "PROCESSWRAP",
  "RANDOMBYTESREQUEST",
  "HASHREQUEST",
  "SIGNREQUEST",
  "CIPHERREQUEST",
  "DERIVEBITSREQUEST",
  "PBKDF2REQUEST",
  "SCRYPTREQUEST",
  "ZLIB",
]);

const connectionTypes = new Set(["GETADDRINFOREQWRAP", "TCPCONNECTWRAP", "PROCESSWRAP"]);

const scopeOf = new Map<number, ExchangeScope>();
let conversations = 0;
let isOwnWork = false;

const hook = createHook({
  // Promises are not watched: that would slow every await, and what they wait for is seen anyway.
  ...{ trackPromises: false },
  init(id, type, _trigger, resource) {
    if (isOwnWork || !watchedTypes.has(type)) return;
    const scope = currentScope();
    if (!scope) return;
    scope.connected ||= connectionTypes.has(type);
    scope.begun.set(id, resource);
    scopeOf.set(id, scope);
  },
  destroy(id) {
    scopeOf.get(id)?.begun.delete(id);
    scopeOf.delete(id);
  },
});

/** Begins to watch for work that outlives its reply, for one conversation. Returns a function that ends this. */
export function watchLateWork(): (scopes: readonly ExchangeScope[]) => void {
  if (++conversations === 1) hook.enable();
  return (scopes) => {
    for (const { begun } of scopes) {
      for (const id of begun.keys()) scopeOf.delete(id);
      begun.clear();
    }
    if (--conversations === 0) hook.disable();
  };
}

/** Runs work of Viva's own, such as setting a timer, that does not count as the agent's. Only what it begins at once. */
export function unwatched(work: () => void): void {
  isOwnWork = true;
  try {
    work();
  } finally {
    isOwnWork = false;
  }
}

interface Waiting {
  awaitOpenCalls: boolean;
  modelMs?: number | undefined;
  signal: AbortSignal;
}

/**
 * Waits for late work of these exchanges. Takes no time if nothing is under way, as with most agents. Returns whether it
 * waited for a call's result in vain.
 */
export function settle(scopes: readonly ExchangeScope[], settings: Waiting): Promise<boolean> {
  // Runs after every promise that can settle now.
  return new Promise((resolve) =>
    process.nextTick(() => resolve(scopes.every(isQuiet) ? false : settleSlowly(scopes, settings))),
  );
}

/** Whether nothing of an exchange can be under way. */
function isQuiet({ begun, activity, recorder }: ExchangeScope): boolean {
  return begun.size === 0 && activity.pending.size === 0 && !recorder.calls.some(isOpenWrite);
}

async function settleSlowly(
  scopes: readonly ExchangeScope[],
  { awaitOpenCalls, modelMs = graceMs, signal }: Waiting,
): Promise<boolean> {
  let quiet = quietTurns;
  // Counted in turns, because the agent or a test may have stopped the clock.
  for (let waited = 0; ; waited += pollMs) {
    const isWorking = waited < graceMs && scopes.some(isUnderWay);
    const isAsking = waited < modelMs && scopes.some(({ activity }) => activity.pending.size > 0);
    const hasOpenCall = awaitOpenCalls && scopes.some(({ recorder }) => recorder.calls.some(isOpenWrite));
    const isWaiting = isWorking || isAsking || (hasOpenCall && waited < openCallMs);
    quiet = isWaiting ? 0 : quiet + 1;
    if (quiet > quietTurns || signal.aborted) return hasOpenCall;
    await (waited === 0 || !isWaiting ? setImmediate() : setTimeout(pollMs));
  }
}

/** A write that was not rejected and has not ended. */
function isOpenWrite(call: ToolCall): boolean {
  return isWrite(call) && call.approval?.decision !== "rejected" && !hasEnded(call);
}

function isUnderWay({ begun }: ExchangeScope): boolean {
  return [...begun.values()].some(isWaitedFor);
}

interface TimerFields {
  _destroyed?: boolean;
  _repeat?: number | null;
  _idleTimeout?: number;
  hasRef?(): boolean;
}

/** Timers that repeat, are unref'd or fire much later do not count as unfinished work of a reply. */
function isWaitedFor(resource: object): boolean {
  const { _destroyed, _repeat, _idleTimeout }: TimerFields = resource;
  if (_idleTimeout === undefined) return _destroyed !== true;
  const keepsAlive = (resource as TimerFields).hasRef?.() !== false;
  return _destroyed !== true && typeof _repeat !== "number" && _idleTimeout <= graceMs && keepsAlive;
}
