import { type CutSignal, isAlone, timeLimit, VivaError } from "../base/index.ts";
import type { BlockedTime } from "./running-trial.ts";

/** How a piece of work ended: by itself, by a limit on time or calls, or because the caller stopped it. */
export type Ending =
  | { kind: "done" }
  | { kind: "threw"; error: unknown }
  /** `told` is what the agent said about it when it was stopped. */
  | { kind: "timeout"; blocked?: boolean | undefined; told?: string | undefined }
  | { kind: "cut-off" }
  | { kind: "interrupted" };

/** How long Viva waits for a cancelled agent to end. */
const graceMs = 1_000;

export interface DeadlineOptions {
  milliseconds: number;
  signal: AbortSignal;
  /** Ends the work at once, as if it had thrown the reason. */
  cut?: CutSignal | undefined;
  /** Milliseconds so far that do not count; the limit is moved by as much. */
  uncounted?: (() => number) | undefined;
  /** How long the work itself has blocked the event loop; other blocking does not count. */
  blocked?: Readonly<BlockedTime> | undefined;
}

/**
 * Runs work under a time limit and an outer signal. The work is told to stop by its own signal; if it does not listen, it
 * is abandoned. `cutOff` ends it at once; `hush` tells it to stop, and it then counts as done, whatever it throws.
 */
export function underDeadline(
  work: (signal: AbortSignal, cutOff: () => void, hush: () => void) => Promise<void>,
  { milliseconds, signal, cut, uncounted, blocked = { milliseconds: 0 } }: DeadlineOptions,
): Promise<Ending> {
  if (signal.aborted) return Promise.resolve({ kind: "interrupted" });
  if (cut?.aborted) return Promise.resolve({ kind: "threw", error: cut.reason });
  return new Promise((resolve) => {
    const controller = new AbortController();
    let stopped: Ending | undefined;
    let grace: NodeJS.Timeout | undefined;
    const stop = (ending: Ending, message: string) => {
      stopped = ending;
      controller.abort(new DOMException(message, "AbortError"));
    };
    const end = (ending: Ending) => {
      // While the work blocks, no timer can fire.
      const isLate = (isAlone() || blocked.milliseconds > blockedBefore) && limit.usedMs() > milliseconds;
      resolve(ending.kind === "done" && isLate ? { kind: "timeout", blocked: true } : ending);
      limit.stop();
      clearTimeout(grace);
      signal.removeEventListener("abort", interrupt);
      cut?.removeEventListener("abort", cutShort);
    };
    const strike = () => {
      const ending: Ending = { kind: "timeout" };
      stop(ending, "the time limit was reached");
      grace = setTimeout(() => end(ending), graceMs);
    };
    const blockedBefore = blocked.milliseconds;
    const limit = timeLimit(milliseconds, strike, { ownMs: () => blocked.milliseconds, uncounted });
    const cutOff = () => {
      if (stopped) return;
      stop({ kind: "cut-off" }, "the call limit was reached");
      end({ kind: "cut-off" });
    };
    const hush = () => {
      if (stopped) return;
      limit.stop();
      stop({ kind: "done" }, "the user interrupted");
      grace = setTimeout(() => end({ kind: "done" }), graceMs);
    };
    // Nobody waits for interrupted work. If a limit was reached before, that remains the reason.
    const interrupt = () => {
      if (!stopped) stop({ kind: "interrupted" }, "interrupted");
      end(stopped ?? { kind: "interrupted" });
    };
    const cutShort = () => {
      const ending: Ending = { kind: "threw", error: cut?.reason };
      if (!stopped) stop(ending, "the exchange was cut off");
      end(ending);
    };
    signal.addEventListener("abort", interrupt, { once: true });
    cut?.addEventListener("abort", cutShort, { once: true });
    const threw = (error: unknown) => {
      const told = VivaError.isInstance(error) && error.name === "AgentFailure" ? error.message : undefined;
      end(stopped?.kind === "timeout" ? { ...stopped, told } : (stopped ?? { kind: "threw", error }));
    };
    try {
      work(controller.signal, cutOff, hush).then(() => end(stopped ?? { kind: "done" }), threw);
    } catch (error) {
      threw(error);
    }
  });
}
