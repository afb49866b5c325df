import { expect, test, vi } from "vitest";
import { systemTiming } from "./timing.ts";

const { sleep } = systemTiming;

test("a sleep ends", async () => {
  await expect(sleep(1)).resolves.toBeUndefined();
});

test("an abort ends a sleep of an hour at once, with the signal's reason", async () => {
  const controller = new AbortController();
  const sleeping = sleep(3_600_000, controller.signal);
  controller.abort("enough");
  await expect(sleeping).rejects.toBe("enough");
});

test("a sleep under an aborted signal does not start", async () => {
  await expect(sleep(3_600_000, AbortSignal.abort("before"))).rejects.toBe("before");
});

test("the system's chance lies in [0, 1)", () => {
  const value = systemTiming.random();
  expect(value).toBeGreaterThanOrEqual(0);
  expect(value).toBeLessThan(1);
});

test("a pause does not grow when the system's clock is set back", () => {
  const until = systemTiming.clock.now() + 1_000;
  const date = vi.spyOn(Date, "now").mockReturnValue(0);
  try {
    expect(until - systemTiming.clock.now()).toBeLessThanOrEqual(1_000);
  } finally {
    date.mockRestore();
  }
});
