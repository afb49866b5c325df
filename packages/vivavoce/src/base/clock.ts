import { contextSlot } from "./context-slot.ts";

/** A source of time. A trial that is replayed from a tape uses the tape's time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

/** The time of the trial whose code is running. */
export const trialDate = contextSlot<Clock>();
let led: DateConstructor | undefined;
/** Under this name a trial's date gives the real one, also that of another copy of this module in the process. */
const realDate = Symbol.for("vivavoce.real-date");

/**
 * Makes `Date` return the time of the trial whose code asks, so that an agent that reads the date sends the same requests
 * on a replay. Timers use the real time. Call it before any examined code is loaded.
 */
export function installTrialDate(): void {
  if (led !== undefined && globalThis.Date === led) return;
  const target = globalThis.Date;
  const { now: wall } = target;
  const now = () => trialDate.get()?.now() ?? wall.call(target);
  led = new Proxy(target, {
    construct(date, given, newTarget) {
      const moment = given.length === 0 && trialDate.get() !== undefined ? [now()] : given;
      // Keeps the class of a subclass of Date.
      return Reflect.construct(date, moment, newTarget === led ? date : newTarget);
    },
    apply: (date) => (trialDate.get() === undefined ? date() : new date(now()).toString()),
    get(date, name, receiver) {
      if (name === realDate) return Reflect.get(date, realDate) ?? date;
      const value = Reflect.get(date, name, receiver);
      // Not if somebody has replaced it with their own function, which may call this one.
      return name === "now" && value === wall ? now : value;
    },
    // Who replaces Date.now for a while puts back what they have read.
    defineProperty: (date, name, given) =>
      Reflect.defineProperty(date, name, given.value === now ? { ...given, value: wall } : given),
  });
  globalThis.Date = led;
}

let real: { of: DateConstructor; date: DateConstructor } | undefined;

/** The real time in milliseconds since 1970, for any caller. The date of a trial is a proxy, which is slow to ask. */
function wallTime(): number {
  const of = globalThis.Date as DateConstructor & { [realDate]?: DateConstructor };
  if (real?.of !== of) real = { of, date: of[realDate] ?? of };
  return real.date.now();
}

/** The real time, also inside a trial. */
export const systemClock: Clock = { now: wallTime };
