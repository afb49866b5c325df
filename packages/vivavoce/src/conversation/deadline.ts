import { isAlone, timeLimit, VivaError } from "../base/index.ts";
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

interface DeadlineOptions {
  milliseconds: number;
  signal: AbortSignal;
  /** Ends the work at once, as if it had thrown the reason. */
  cut?: AbortSignal | undefined;
  /** Milliseconds so far that do not count; the limit is moved by as much. */
  uncounted?: (() => number) | undefined;
  /** How long the work itself has blocked the event loop; other blocking does not count. */
  blocked?: Readonly<BlockedTime> | undefined;
}

/**
 * Runs work under a time limit and an outer signal. The work is told to stop by its own signal; if it does not listen, it
 * is abandoned. `cutOff` ends it at once; `hush` tells it to stop, and it then counts as done, whatever it throws.
 */
export async function underDeadline(
  work: (signal: AbortSignal, cutOff: () => void, hush: () => void) => Promise<void>,
  { milliseconds, signal, cut, uncounted, blocked = { milliseconds: 0 } }: DeadlineOptions,
): Promise<Ending> {
  if (signal.aborted) return { kind: "interrupted" };
  if (cut?.aborted) return { kind: "threw", error: cut.reason };
  const controller = new AbortController();
  const { promise: abandoned, resolve: abandon } = Promise.withResolvers<Ending>();
  let stopped: Ending | undefined;
  let grace: NodeJS.Timeout | undefined;
  const stop = (ending: Ending, message: string) => {
    stopped = ending;
    controller.abort(new DOMException(message, "AbortError"));
  };
  const strike = () => {
    const ending: Ending = { kind: "timeout" };
    stop(ending, "the time limit was reached");
    grace = setTimeout(() => abandon(ending), graceMs);
  };
  const blockedBefore = blocked.milliseconds;
  const limit = timeLimit(milliseconds, strike, { ownMs: () => blocked.milliseconds, uncounted });
  const cutOff = () => {
    if (stopped) return;
    stop({ kind: "cut-off" }, "the call limit was reached");
    abandon({ kind: "cut-off" });
  };
  const hush = () => {
    if (stopped) return;
    limit.stop();
    stop({ kind: "done" }, "the user interrupted");
    grace = setTimeout(() => abandon({ kind: "done" }), graceMs);
  };
  // Nobody waits for interrupted work. If a limit was reached before, that remains the reason.
  const interrupt = () => {
    if (!stopped) stop({ kind: "interrupted" }, "interrupted");
    abandon(stopped ?? { kind: "interrupted" });
  };
  const cutShort = () => {
    const ending: Ending = { kind: "threw", error: cut?.reason };
    if (!stopped) stop(ending, "the exchange was cut off");
    abandon(ending);
  };
  signal.addEventListener("abort", interrupt, { once: true });
  cut?.addEventListener("abort", cutShort, { once: true });
  try {
    const ending = await Promise.race([
      endingOf(
        () => work(controller.signal, cutOff, hush),
        () => stopped,
      ),
      abandoned,
    ]);
    // While the work blocks, no timer can fire.
    const isLate = (isAlone() || blocked.milliseconds > blockedBefore) && limit.usedMs() > milliseconds;
    return ending.kind === "done" && isLate ? { kind: "timeout", blocked: true } : ending;
  } finally {
    limit.stop();
    clearTimeout(grace);
    signal.removeEventListener("abort", interrupt);
    cut?.removeEventListener("abort", cutShort);
  }
}

async function endingOf(work: () => Promise<void>, stopped: () => Ending | undefined): Promise<Ending> {
  try {
    await work();
    return stopped() ?? { kind: "done" };
  } catch (error) {
    const ending = stopped();
    const told = VivaError.isInstance(error) && error.name === "AgentFailure" ? error.message : undefined;
    return ending?.kind === "timeout" ? { ...ending, told } : (ending ?? { kind: "threw", error });
  }
}
