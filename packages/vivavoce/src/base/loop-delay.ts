/** How often the event loop is checked while it is watched. */
const tickMs = 50;
/** A smaller delay is ordinary noise. */
const noiseMs = 10;
/** A timer set to more than this would fire at once. */
const longestTimerMs = 2_147_483_647;

// Taken when Viva is loaded, because tests and agents replace them.
const { setTimeout: realTimeout, setInterval, clearInterval } = globalThis;
const realNow = performance.now;
const now = realNow.bind(performance);

let watchers = 0;
let ticker: NodeJS.Timeout | undefined;
let lastTick = 0;
let total = 0;

/** The same from one turn of the event loop to the next, and another after it. */
export function turnOfLoop(): number {
  return lastTick;
}

/** How long the event loop has been blocked while it was watched, including the current stall. */
function stalledMs(): number {
  if (!ticker) return total;
  const late = now() - lastTick - tickMs;
  return late > noiseMs ? total + late : total;
}

function tick(): void {
  total = stalledMs();
  lastTick = now();
}

function watchLoop(): void {
  if (watchers++ > 0) return;
  lastTick = now();
  ticker = setInterval(tick, tickMs).unref();
}

function unwatchLoop(): void {
  if (--watchers > 0) return;
  tick();
  clearInterval(ticker);
  ticker = undefined;
}

let alone = false;

/** Set if this process plays only one trial, so that whatever blocks the event loop is that trial's own code. */
export function playAlone(): void {
  alone = true;
}

export function isAlone(): boolean {
  return alone;
}

/** A clock that measures only the time that counts. */
export interface Stopwatch {
  /** Milliseconds for which others blocked the event loop. */
  lostMs(): number;
  /** Milliseconds since the start, without those that were lost. */
  usedMs(): number;
  /** Ends the watch; the lost time stays known. */
  stop(): void;
}

/** Starts a clock; `ownMs` is how long the timed code itself has blocked the event loop. */
export function stopwatch(ownMs = () => 0): Stopwatch {
  watchLoop();
  const begun = performance.now();
  const before = stalledMs() - ownMs();
  let stopped: number | undefined;
  // With a manual clock nothing is ever late.
  const isReal = () => globalThis.setTimeout === realTimeout && performance.now === realNow;
  const lostMs = () => stopped ?? (isReal() && !alone ? Math.max(0, stalledMs() - ownMs() - before) : 0);
  return {
    lostMs,
    usedMs: () => performance.now() - begun - lostMs(),
    stop() {
      if (stopped !== undefined) return;
      stopped = lostMs();
      unwatchLoop();
    },
  };
}

interface LimitOptions {
  /** How long the timed code itself has blocked the event loop. */
  ownMs?: (() => number) | undefined;
  /** Milliseconds so far that do not count for another reason. */
  uncounted?: (() => number) | undefined;
}

/** The end moves with time that does not count, so there is no need to check every millisecond. */
const shortestLookMs = 20;

/**
 * Fires after this much time, without the time in which the event loop was blocked, because nothing could have ended then.
 * Stop it when it is no longer needed.
 */
export function timeLimit(
  milliseconds: number,
  strike: () => void,
  { ownMs, uncounted = () => 0 }: LimitOptions = {},
): Stopwatch {
  const watch = stopwatch(ownMs);
  const before = uncounted();
  const usedMs = () => watch.usedMs() - (uncounted() - before);
  const arm = (left: number): NodeJS.Timeout =>
    setTimeout(
      () => {
        const rest = milliseconds - usedMs();
        if (rest < 1) strike();
        else timer = arm(Math.max(rest, uncounted() > before ? shortestLookMs : 0));
      },
      Math.min(Math.max(0, left), longestTimerMs),
    );
  let timer = arm(milliseconds);
  const stop = () => {
    clearTimeout(timer);
    watch.stop();
  };
  return { ...watch, usedMs, stop };
}
