import { expect, onTestFinished, test, vi } from "vitest";
import { holdListener } from "./held-listeners.ts";

// An event of nobody else's: the real ones belong to the tests as well.
const event = "viva-test";
const emitter = process as NodeJS.EventEmitter;

test("code that removes listeners does not remove one that is held", () => {
  const [held, other] = [vi.fn(), vi.fn()];
  const release = holdListener(event, held);
  onTestFinished(release);
  emitter.on(event, other);
  emitter.removeAllListeners(event);
  emitter.off(event, held);
  emitter.removeListener(event, held);
  emitter.emit(event, 5);
  expect(held.mock.calls).toEqual([[5]]);
  expect(other).not.toHaveBeenCalled();
});

test("it goes when it is released, and other listeners go as ever", () => {
  const [held, other] = [vi.fn(), vi.fn()];
  const release = holdListener(event, held);
  emitter.on(event, other);
  release();
  emitter.emit(event);
  expect(held).not.toHaveBeenCalled();
  expect(emitter.off(event, other)).toBe(process);
  expect(emitter.listenerCount(event)).toBe(0);
});
