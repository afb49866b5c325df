import type { StoredRun } from "../shape/index.ts";
import { longestSilenceMs, type Store } from "../store/index.ts";
import type { RunService } from "./serve-run.ts";

/**
 * Tells from a run's signs of life whether somebody waits for it. The clocks of two machines may differ by minutes, so a
 * sign counts from when this process first saw it.
 */
export function pulseReader(now: () => number = () => performance.now()) {
  const seen = new Map<string, { updatedAt: number; at: number }>();
  return (run: string, { owner, updatedAt }: Pick<StoredRun, "owner" | "updatedAt">): boolean => {
    if (owner === undefined) return false;
    const last = seen.get(run);
    if (last?.updatedAt === updatedAt) return now() - last.at <= longestSilenceMs;
    // At first sight only the clocks can tell: if they say that it is old, the next sign is waited for.
    const isOld = last === undefined && Math.abs(Date.now() - updatedAt) > longestSilenceMs;
    seen.set(run, { updatedAt, at: isOld ? Number.NEGATIVE_INFINITY : now() });
    return !isOld;
  };
}

/** What decides whether a worker should go to another run. */
export interface WorkerState {
  /** It has had nothing to do for a while. */
  isIdle: boolean;
  /** It has played this run for so long that others of the same priority have their turn. */
  isTurnOver: boolean;
  underWay: number;
}

interface WatchSettings {
  store: Store;
  run: StoredRun;
  service: RunService;
  isAlive: ReturnType<typeof pulseReader>;
  turnMs: number;
  isOtherDue(state: WorkerState): Promise<boolean>;
  /** Called every second with how long the store has not answered. */
  silent(ms: number): void;
}

interface Watched {
  /** The run was released or deleted. */
  isOver: boolean;
  /** When it was left to another one. */
  leftAt: number | undefined;
}

/** Looks, while a run's trials are played, whether it is still waited for and whether another run should have its turn. */
export function watchRun({ store, run, service, isAlive, turnMs, isOtherDue, silent }: WatchSettings) {
  const seen: Watched = { isOver: false, leftAt: undefined };
  const begun = performance.now();
  let idleLooks = 0;
  let lookingSince: number | undefined;
  const look = async () => {
    const pulse = await store.runs.pulse(run.id);
    silent(0);
    if (pulse?.owner === undefined) {
      seen.isOver = true;
      service.drop();
    }
    // Somebody else has resumed the run, perhaps with other cases.
    else if (pulse.owner !== run.owner) service.drop();
    else if (!isAlive(run.id, pulse)) service.leave();
    const { underWay } = service;
    idleLooks = underWay === 0 ? idleLooks + 1 : 0;
    const isTurnOver = performance.now() - begun > turnMs;
    if (seen.leftAt !== undefined || !(await isOtherDue({ isIdle: idleLooks > 2, isTurnOver, underWay }))) return;
    seen.leftAt = performance.now();
    service.leave();
  };
  const lookOnce = async () => {
    if (lookingSince !== undefined) return silent(performance.now() - lookingSince);
    lookingSince = performance.now();
    // If the store is away, the next look may find it.
    await look().catch(() => {});
    lookingSince = undefined;
  };
  const timer = setInterval(() => void lookOnce(), 1_000);
  return { seen, end: () => clearInterval(timer) };
}
