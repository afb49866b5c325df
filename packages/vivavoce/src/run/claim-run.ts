import { hostname } from "node:os";
import type { Problem } from "../base/index.ts";
import { type Store, type StoredRun, StoreError } from "../store/index.ts";

/** A heartbeat older than this means that whoever played the run is gone, also where its process number has been given to another. */
const longestSilenceMs = 30_000;
const heartbeatMs = 2_000;

/** This process, as the runs it has taken name it. */
export function thisProcess(): string {
  return `${process.pid}@${hostname()}`;
}

/** Whether a process is playing or scoring the run at this moment, as far as can be told. */
export function isBeingPlayed({ owner, updatedAt }: Pick<StoredRun, "owner" | "updatedAt">): boolean {
  const [pid, host] = owner?.split("@") ?? [];
  if (pid === undefined || Date.now() - updatedAt > longestSilenceMs) return false;
  return host !== hostname() || isAlive(Number(pid));
}

/** Takes a run for this process; says why where that cannot be. */
export async function claimRun(store: Store, id: string): Promise<Problem | undefined> {
  let owner: string | undefined;
  const claimed = await store.runs.claim(id, thisProcess(), (run) => {
    owner = run.owner;
    return !isBeingPlayed(run);
  });
  if (claimed) return undefined;
  return {
    message: owner === undefined ? `run ${id} is gone` : `run ${id} is being played by process ${owner}`,
    remedy: owner === undefined ? "Start a new run." : "Wait for it, or stop it first.",
  };
}

/** What says again and again that a run is being worked on. */
export interface Heartbeat {
  /** Raised when another process has taken the run: what is still in flight would be asked for twice, and lost. */
  lost: AbortSignal;
  end(): void;
}

/** Keeps a run that this process has claimed, until it is ended. */
export function keepAlive(store: Store, run: string): Heartbeat {
  const lost = new AbortController();
  const beat = () =>
    store.runs.touch(run).catch((error: unknown) => {
      // A store that is busy or full shows where something is to be written.
      if (error instanceof StoreError && error.fault === "taken-over") lost.abort();
    });
  const timer = setInterval(() => void beat(), heartbeatMs);
  timer.unref();
  return { lost: lost.signal, end: () => clearInterval(timer) };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
