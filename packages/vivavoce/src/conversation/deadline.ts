/** How a piece of work ended: by itself, by a limit, or by the caller's wish. */
export type Ending =
  | { kind: "done" }
  | { kind: "threw"; error: unknown }
  | { kind: "timeout"; error: unknown }
  | { kind: "interrupted" };

/** How long a cancelled agent may take to say why it stopped, before nobody waits for it any more. */
const graceMs = 1_000;

/** Runs work under a time limit and an outer signal. The work is told by its own signal; if it does not listen, it is left. */
export async function underDeadline(
  work: (signal: AbortSignal) => Promise<void>,
  { milliseconds, signal }: { milliseconds: number; signal: AbortSignal },
): Promise<Ending> {
  const controller = new AbortController();
  let stopped: "timeout" | "interrupted" | undefined;
  let release = () => {};
  let grace: NodeJS.Timeout | undefined;
  const abandoned = new Promise<void>((resolve) => {
    release = resolve;
  });
  const stop = (why: "timeout" | "interrupted") => {
    if (stopped) return;
    stopped = why;
    controller.abort(new DOMException(why === "timeout" ? "the time limit was reached" : "interrupted", "AbortError"));
    grace = setTimeout(release, why === "timeout" ? graceMs : 0);
  };
  const timer = setTimeout(() => stop("timeout"), Math.max(0, milliseconds));
  const interrupt = () => stop("interrupted");
  signal.addEventListener("abort", interrupt, { once: true });
  if (signal.aborted) interrupt();
  try {
    let error: unknown;
    let threw = false;
    const finished = Promise.resolve()
      .then(() => work(controller.signal))
      .catch((thrown: unknown) => {
        threw = true;
        error = thrown;
      });
    await Promise.race([finished, abandoned]);
    if (stopped === "timeout") return { kind: "timeout", error };
    if (stopped === "interrupted") return { kind: "interrupted" };
    return threw ? { kind: "threw", error } : { kind: "done" };
  } finally {
    clearTimeout(timer);
    clearTimeout(grace);
    signal.removeEventListener("abort", interrupt);
  }
}
