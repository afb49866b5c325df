import { AsyncLocalStorage, createHook } from "node:async_hooks";
import { setImmediate, setTimeout } from "node:timers/promises";
import { isWrite } from "../transcript/index.ts";
import type { ExchangeRecorder } from "./exchange-recorder.ts";
import type { ModelActivity } from "./model-activity.ts";
import type { ReplyTimer } from "./reply-timer.ts";

/** How long work that outlives its reply is waited for, where there is a sign of it. */
const graceMs = 1_000;
/** The same for a call whose result was never recorded. Some agents record none, so this is kept short. */
const openCallMs = 50;
const pollMs = 5;
/** Turns without a sign before late work is over: between two steps, such as opening and reading a file, there is none. */
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

/** What belongs to one exchange, however late it comes: a forgotten `await` goes on after the reply is over. */
export interface ExchangeScope {
  readonly number: number;
  /** The conversation it is part of. */
  readonly owner: object;
  readonly recorder: ExchangeRecorder;
  readonly activity: ModelActivity;
  readonly timer: ReplyTimer;
  /** What was begun in this exchange and has not ended, by async id. */
  readonly begun: Map<number, object>;
  /** Ends the exchange at once. */
  cutOff?: (() => void) | undefined;
  /** The user cuts in on the reply after so many words. */
  readonly interruptedAfter: number | undefined;
  /** Told of every text. */
  onText?: (() => void) | undefined;
  /** Whether a connection was opened, or a process started, in it. */
  connected: boolean;
}

const storage = new AsyncLocalStorage<ExchangeScope>();
const scopeOf = new Map<number, ExchangeScope>();
let conversations = 0;

const hook = createHook({
  // Promises are left out: watching them would slow every await, and what they wait for is seen anyway.
  ...{ trackPromises: false },
  init(id, type, _trigger, resource) {
    if (!watchedTypes.has(type)) return;
    const scope = storage.getStore();
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

/** Begins to watch for work that outlives its reply, for one conversation. Returns what ends that. */
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

/** Runs work so that all it does, and all that follows from it, is known to be of this exchange. */
export function within<T>(scope: ExchangeScope, work: () => T): T {
  return storage.run(scope, work);
}

/** Runs work that is of no exchange in particular, such as opening a connection that serves all of them. */
export function outside<T>(work: () => T): T {
  return storage.exit(work);
}

/** The exchange that the running code was begun in, where it is one of this conversation. */
export function currentScope(owner: object): ExchangeScope | undefined {
  const scope = storage.getStore();
  return scope?.owner === owner ? scope : undefined;
}

/**
 * Lets late work of these exchanges come in. Takes no time where nothing is under way, which is what most agents leave
 * behind. Returns whether a call's result was waited for in vain.
 */
export async function settle(
  scopes: readonly ExchangeScope[],
  {
    awaitOpenCalls,
    modelMs = graceMs,
    signal,
  }: { awaitOpenCalls: boolean; modelMs?: number | undefined; signal: AbortSignal },
): Promise<boolean> {
  // Comes after every promise that can be settled now has been.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  let quiet = quietTurns;
  // Counted in turns and not by a clock, which the agent or a test may have stopped.
  for (let waited = 0; ; waited += pollMs) {
    const isWorking = waited < graceMs && scopes.some(isUnderWay);
    const isAsking = waited < modelMs && scopes.some(({ activity }) => activity.pending.size > 0);
    const hasOpenCall = awaitOpenCalls && scopes.some(({ recorder }) => recorder.hasCall(isOpenWrite));
    const isWaiting = isWorking || isAsking || (hasOpenCall && waited < openCallMs);
    quiet = isWaiting ? 0 : quiet + 1;
    if (quiet > quietTurns || signal.aborted) return hasOpenCall;
    await (waited === 0 || !isWaiting ? setImmediate() : setTimeout(pollMs));
  }
}

/** A write that was neither turned down nor has ended. */
const isOpenWrite: Parameters<ExchangeRecorder["hasCall"]>[0] = (call) =>
  isWrite(call) && call.approval?.decision !== "rejected" && call.result === undefined && call.error === undefined;

function isUnderWay({ begun }: ExchangeScope): boolean {
  return [...begun.values()].some(isWaitedFor);
}

interface TimerFields {
  _destroyed?: boolean;
  _repeat?: number | null;
  _idleTimeout?: number;
  hasRef?(): boolean;
}

/** Timers that repeat, that are unref'd or that fire much later are not taken for unfinished work of a reply. */
function isWaitedFor(resource: object): boolean {
  const { _destroyed, _repeat, _idleTimeout }: TimerFields = resource;
  if (_idleTimeout === undefined) return _destroyed !== true;
  const keepsAlive = (resource as TimerFields).hasRef?.() !== false;
  return _destroyed !== true && typeof _repeat !== "number" && _idleTimeout <= graceMs && keepsAlive;
}
