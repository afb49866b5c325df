import { afterEach, describe, expect, test, vi } from "vitest";
import { manualClock } from "../testing/manual-clock.ts";
import { installTrialDate, systemClock, trialDate } from "./clock.ts";

const before = globalThis.Date;
const realNow = Date.now;
afterEach(() => {
  globalThis.Date = before;
});

describe("a trial's date", () => {
  const monday = Date.parse("2025-01-06T09:00:00.000Z");

  test("is what code of the trial reads, however it asks, and nobody else", async () => {
    installTrialDate();
    const clock = manualClock(monday);
    const read = () => [Date.now(), Date.parse(new Date().toISOString()), Date.parse(Date()), +new Date(0)];
    expect(trialDate.run(clock, read)).toEqual([monday, monday, monday, 0]);
    clock.advance(60_000);
    expect(await trialDate.run(clock, () => Promise.resolve().then(() => Date.now()))).toBe(monday + 60_000);
    expect(Date.now()).toBeGreaterThan(monday + 10 ** 9);
    expect(trialDate.run(clock, () => systemClock.now())).toBeGreaterThan(monday + 10 ** 9);
  });

  test("leaves the real time what it is after somebody has replaced Date.now for a while", () => {
    installTrialDate();
    const { now } = Date;
    Date.now = () => 0;
    Date.now = now;
    expect(trialDate.run(manualClock(monday), systemClock.now)).toBeGreaterThan(monday + 10 ** 9);
    expect(trialDate.run(manualClock(monday), () => Date.now())).toBe(monday);
  });

  test("over a Date that another copy of Viva has put there leaves the real time what it is", async () => {
    installTrialDate();
    vi.resetModules();
    const copy = await import("./clock.ts");
    globalThis.Date = new Proxy(globalThis.Date, {});
    copy.installTrialDate();
    const { now } = (await import("./clock.ts")).systemClock;
    expect(trialDate.run(manualClock(monday), () => copy.trialDate.run(manualClock(monday), now))).toBeGreaterThan(
      monday + 10 ** 9,
    );
  });

  test("is a Date like any other", () => {
    installTrialDate();
    class Moment extends Date {
      get isMonday(): boolean {
        return this.getUTCDay() === 1;
      }
    }
    trialDate.run(manualClock(monday), () => {
      expect(new Date()).toBeInstanceOf(Date);
      expect(new Date() instanceof before).toBe(true);
      expect(new Moment().isMonday).toBe(true);
      expect(new Moment()).toBeInstanceOf(Moment);
      expect(Date.UTC(2025, 0, 6, 9)).toBe(monday);
      expect(Object.prototype.toString.call(new Date())).toBe("[object Date]");
    });
  });

  test("gives way to a Date.now that somebody puts in its place, and which calls it", () => {
    installTrialDate();
    const { now } = Date;
    try {
      Date.now = () => now() + 1_000;
      expect(trialDate.run(manualClock(monday), () => Date.now())).toBe(monday + 1_000);
      expect(systemClock.now()).toBeGreaterThan(monday);
    } finally {
      Date.now = realNow;
    }
  });

  test("is put in place once", () => {
    installTrialDate();
    const led = Date;
    installTrialDate();
    expect(Date).toBe(led);
  });
});
