/** How often the event loop shows that it turns, while somebody watches it. */
const tickMs = 50;
/** A tick that is late by less is ordinary noise. */
const noiseMs = 10;
/** A timer set to more than this would strike at once. */
const longestTimerMs = 2_147_483_647;

// As they were when Viva was loaded: tests and agents put others in their place.
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

/** How long the event loop has stood still while it was watched, the stall that is going on included. */
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

/** There is one trial in this process, and never another: whoever stops the event loop, it is that trial's own code. */
export function playAlone(): void {
  alone = true;
}

export function isAlone(): boolean {
  return alone;
}

/** A clock that can be asked for what counts of the time that went by. */
export interface Stopwatch {
  /** Milliseconds for which the event loop stood still through no fault of the one who is timed. */
  lostMs(): number;
  /** Milliseconds since the start, less those that were lost. */
  usedMs(): number;
  /** Ends the watch; what was lost stays known. */
  stop(): void;
}

/** Starts a clock; `ownMs` is how long the one who is timed has stopped the event loop itself. */
export function stopwatch(ownMs = () => 0): Stopwatch {
  watchLoop();
  const begun = performance.now();
  const before = stalledMs() - ownMs();
  let stopped: number | undefined;
  // By a clock that is moved by hand nothing is ever late.
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

export interface LimitOptions {
  /** How long the one who is timed has stopped the event loop itself. */
  ownMs?: (() => number) | undefined;
  /** Milliseconds so far that do not count for another reason. */
  uncounted?: (() => number) | undefined;
}

/** While time that does not count goes by, the end moves on with it: there is no need to look each millisecond. */
const shortestLookMs = 20;

/**
 * Strikes when so much time has gone by, less the time that the event loop stood still: then nobody could have come to
 * an end in time. Stop it when it is no longer needed.
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
