import { afterEach, beforeEach, expect, test } from "vitest";
import { dropInterruptLock, mayInterrupt, newInterruptLock, uninterrupted } from "./interrupt-lock.ts";

let lock: Int32Array;
beforeEach(() => {
  lock = newInterruptLock();
});
afterEach(() => dropInterruptLock(lock));

test("code that is to be stopped is not interrupted", () => {
  expect(uninterrupted(() => mayInterrupt(lock))).toBeUndefined();
  const after = mayInterrupt(lock);
  expect(after).toBeDefined();
  after?.done();
});

test("and is not run while it might be, by any of several threads", () => {
  const other = newInterruptLock();
  const interruption = mayInterrupt(lock);
  expect(uninterrupted(() => "ran")).toBeUndefined();
  interruption?.done();
  expect(uninterrupted(() => mayInterrupt(other) ?? "ran")).toBe("ran");
  dropInterruptLock(other);
});

test("a thread that ends in the middle of an interruption keeps nobody waiting", () => {
  mayInterrupt(lock);
  dropInterruptLock(lock);
  expect(uninterrupted(() => "ran")).toBe("ran");
});

test("an error leaves the lock open", () => {
  expect(() =>
    uninterrupted(() => {
      throw new Error("stopped");
    }),
  ).toThrow("stopped");
  mayInterrupt(lock)?.done();
  expect(uninterrupted(() => "ran")).toBe("ran");
});
