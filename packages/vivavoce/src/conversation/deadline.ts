/** How a piece of work ended: by itself, by a limit, or by the caller's wish. */
export type Ending =
  | { kind: "done" }
  | { kind: "threw"; error: unknown }
  | { kind: "timeout" }
  | { kind: "interrupted" };

/** How long a cancelled agent may take to come to an end, before nobody waits for it any more. */
const graceMs = 1_000;
/** A timer set to more than this would strike at once. */
const longestTimerMs = 2_147_483_647;

/** Runs work under a time limit and an outer signal. The work is told by its own signal; if it does not listen, it is left. `cut` ends it at once, as if it had thrown the reason. */
export async function underDeadline(
  work: (signal: AbortSignal) => Promise<void>,
  { milliseconds, signal, cut }: { milliseconds: number; signal: AbortSignal; cut?: AbortSignal | undefined },
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
  const timer = setTimeout(strike, Math.min(Math.max(0, milliseconds), longestTimerMs));
  // Nobody waits for what was interrupted; a limit that struck before stays what ended it.
  const interrupt = () => {
    if (!stopped) stop({ kind: "interrupted" }, "interrupted");
    abandon(stopped ?? { kind: "interrupted" });
  };
  const cutOff = () => {
    const ending: Ending = { kind: "threw", error: cut?.reason };
    if (!stopped) stop(ending, "the exchange was cut off");
    abandon(ending);
  };
  signal.addEventListener("abort", interrupt, { once: true });
  cut?.addEventListener("abort", cutOff, { once: true });
  try {
    return await Promise.race([
      endingOf(
        () => work(controller.signal),
        () => stopped,
      ),
      abandoned,
    ]);
  } finally {
    clearTimeout(timer);
    clearTimeout(grace);
    signal.removeEventListener("abort", interrupt);
    cut?.removeEventListener("abort", cutOff);
  }
}

async function endingOf(work: () => Promise<void>, stopped: () => Ending | undefined): Promise<Ending> {
  try {
    await work();
    return stopped() ?? { kind: "done" };
  } catch (error) {
    return stopped() ?? { kind: "threw", error };
  }
}
