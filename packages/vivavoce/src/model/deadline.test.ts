import { afterEach, describe, expect, test, vi } from "vitest";
import { withDeadline } from "./timing.ts";

afterEach(() => vi.useRealTimers());

const never = () => new Promise<never>(() => {});
const limits = { id: "test:model", timeoutMs: 1000 };

describe("work with a deadline", () => {
  test("gives its value and leaves no timer", async () => {
    vi.useFakeTimers();
    await expect(withDeadline(limits, async () => 7)).resolves.toBe(7);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("gives its error and leaves no timer", async () => {
    vi.useFakeTimers();
    const failing = withDeadline(limits, async () => {
      throw new Error("of its own");
    });
    await expect(failing).rejects.toThrow("of its own");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("that heeds no signal ends all the same", async () => {
    vi.useFakeTimers();
    const working = withDeadline(limits, never);
    vi.advanceTimersByTime(999);
    vi.advanceTimersByTime(1);
    await expect(working).rejects.toMatchObject({ failure: "timeout", message: expect.stringContaining("1 s") });
  });

  test("is told by its signal that the time is up", async () => {
    vi.useFakeTimers();
    let told: AbortSignal | undefined;
    const working = withDeadline(limits, (signal) => {
      told = signal;
      return never();
    });
    vi.advanceTimersByTime(999);
    expect(told?.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(told?.aborted).toBe(true);
    await expect(working).rejects.toMatchObject({ failure: "timeout" });
  });

  test("is cancelled by its caller, and leaves no timer", async () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    const working = withDeadline({ ...limits, signal: controller.signal }, never);
    controller.abort();
    await expect(working).rejects.toMatchObject({ failure: "cancelled", message: /test:model/ });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("does not start when it is cancelled already", async () => {
    const work = vi.fn(never);
    await expect(withDeadline({ ...limits, signal: AbortSignal.abort() }, work)).rejects.toMatchObject({
      failure: "cancelled",
    });
    expect(work).not.toHaveBeenCalled();
  });

  test("leaves no listener on a signal that lives on", async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    await withDeadline({ ...limits, signal }, async () => 1);
    expect(added).toHaveBeenCalledTimes(1);
    expect(removed).toHaveBeenCalledWith("abort", added.mock.calls[0]?.[1]);
  });
});

test("a call has two minutes unless it is given others", async () => {
  vi.useFakeTimers();
  const working = withDeadline({ id: "test:model" }, never);
  vi.advanceTimersByTime(120_000);
  await expect(working).rejects.toMatchObject({ failure: "timeout", message: expect.stringContaining("120 s") });
});
