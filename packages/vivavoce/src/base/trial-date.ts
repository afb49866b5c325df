import { AsyncLocalStorage } from "node:async_hooks";

/** What a clock tells. */
interface Time {
  now(): number;
}

const clocks = new AsyncLocalStorage<Time | undefined>();
let real: DateConstructor | undefined;
let led: DateConstructor | undefined;

/**
 * Lets `Date` tell the time of the trial whose code asks, so that an agent that reads the date by itself asks its models
 * the same on a replay. Timers go by the clock on the wall. Comes before any code that is to be examined is loaded.
 */
export function installTrialDate(): void {
  if (led !== undefined && globalThis.Date === led) return;
  const target = globalThis.Date;
  const { now: wall } = target;
  const now = () => clocks.getStore()?.now() ?? wall.call(target);
  real = target;
  led = new Proxy(target, {
    construct(date, given, newTarget) {
      const moment = given.length === 0 && clocks.getStore() !== undefined ? [now()] : given;
      // What extends Date is made as what it is.
      return Reflect.construct(date, moment, newTarget === led ? date : newTarget);
    },
    apply: (date) => (clocks.getStore() === undefined ? date() : new date(now()).toString()),
    get(date, name, receiver) {
      const value = Reflect.get(date, name, receiver);
      // Not where somebody has put a function of their own in its place, which may well call this one.
      return name === "now" && value === wall ? now : value;
    },
  });
  globalThis.Date = led;
}

/** Runs code of a trial: `Date` tells this time there, and in all that follows from it. */
export function withDate<T>(clock: Time, work: () => T): T {
  return clocks.run(clock, work);
}

/** Milliseconds since 1970 by the clock on the wall, whoever asks. */
export function wallTime(): number {
  return (globalThis.Date === led && real ? real : globalThis.Date).now();
}
