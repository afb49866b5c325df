import { expect, test } from "vitest";
import { interruptLock, mayInterrupt, uninterrupted } from "./interrupt-lock.ts";

test("code that is to be stopped is not interrupted", () => {
  expect(uninterrupted(() => mayInterrupt(interruptLock))).toBeUndefined();
  const after = mayInterrupt(interruptLock);
  expect(after).toBeDefined();
  after?.done();
});

test("and is not run while it might be", () => {
  const interruption = mayInterrupt(interruptLock);
  expect(uninterrupted(() => "ran")).toBeUndefined();
  interruption?.done();
  expect(uninterrupted(() => "ran")).toBe("ran");
});

test("an error leaves the lock open", () => {
  expect(() =>
    uninterrupted(() => {
      throw new Error("stopped");
    }),
  ).toThrow("stopped");
  mayInterrupt(interruptLock)?.done();
  expect(uninterrupted(() => "ran")).toBe("ran");
});
