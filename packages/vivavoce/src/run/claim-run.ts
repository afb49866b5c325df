import { setTimeout as sleep } from "node:timers/promises";
import { messageOf, type Problem } from "../base/index.ts";
import type { StoredRun } from "../shape/index.ts";
import {
  isBeingPlayed,
  isThere,
  longestSilenceMs,
  type Store,
  StoreError,
  shownOwner,
  thisProcess,
} from "../store/index.ts";

const heartbeatMs = 2_000;
/** Longer than a store that is there takes for a sign. */
const silenceMs = 5_000;

type Played = Pick<StoredRun, "owner" | "updatedAt">;

/** Why a run cannot be taken now, and what to do about it. */
export function busyProblem(id: string, { owner = "", updatedAt }: Played): Problem {
  const message = `run ${id} is being played by process ${shownOwner(owner)}`;
  if (isThere(owner)) return { message, remedy: "Wait for it, or stop it first." };
  const silent = Math.max(0, Math.round((Date.now() - updatedAt) / 1_000));
  const free = Math.max(1, Math.ceil((updatedAt + longestSilenceMs - Date.now()) / 1_000));
  return {
    message: `${message}, on another machine or in another container; its last sign of life is ${silent} s old`,
    remedy: `Wait for it, or stop it first. If it is gone already, the run is free in ${free} s.`,
  };
}

/**
 * The runs that give a sign of life while they are watched, although it seems to be long ago that they gave one: the
 * clocks of two machines may differ by hours. Runs that nobody has, or a process that can be looked up, are not watched.
 */
export async function beatingRuns<T extends Played & { id: string }>(store: Store, runs: readonly T[]): Promise<T[]> {
  const isElsewhere = ({ owner }: T) => owner !== undefined && isThere(owner) === undefined;
  let watched = runs.filter((run) => isElsewhere(run) && !isBeingPlayed(run));
  const beating: T[] = [];
  const deadline = performance.now() + 2.5 * heartbeatMs;
  while (watched.length > 0 && performance.now() < deadline) {
    await sleep(heartbeatMs / 4);
    const pulses = new Map<T, Played | undefined>();
    for (const run of watched) pulses.set(run, await store.runs.pulse(run.id));
    const isBeating = (run: T) => pulses.get(run)?.owner === run.owner && pulses.get(run)?.updatedAt !== run.updatedAt;
    beating.push(...watched.filter(isBeating));
    watched = watched.filter((run) => !isBeating(run));
  }
  return beating;
}

/** Why such a run cannot be taken or deleted. */
export function beatingProblem({ id, owner = "" }: Played & { id: string }): Problem {
  return {
    message: `run ${id} is being played by process ${shownOwner(owner)}, on another machine or in another container, whose clock differs from the one here`,
    remedy: "Wait for it, or stop it first.",
  };
}

/** Takes a run for this process, with changes of its header; returns the problem if it cannot. */
export async function claimRun(
  store: Store,
  id: string,
  changes?: Partial<StoredRun["header"]>,
): Promise<Problem | undefined> {
  const seen = await store.runs.pulse(id);
  const [beating] = seen ? await beatingRuns(store, [{ id, ...seen }]) : [];
  if (beating) return beatingProblem(beating);
  let busy: Played | undefined;
  const isFree = (run: Played) => {
    busy = run;
    return !isBeingPlayed(run);
  };
  const claimed = await store.runs.claim(id, thisProcess(), isFree, changes);
  if (claimed) return undefined;
  return busy ? busyProblem(id, busy) : { message: `run ${id} is gone`, remedy: "Start a new run." };
}

/** A repeated sign that a run is being worked on. */
interface Heartbeat {
  /** Aborted when another process has taken the run, or the store is gone: trials under way would be lost. */
  lost: AbortSignal;
  /** Why the store does not take the sign at the moment: it is away, full or locked. */
  trouble(): string | undefined;
  end(): void;
}

/** Keeps a run that this process has claimed, until it is ended. */
export function keepAlive(store: Store, run: string): Heartbeat {
  const lost = new AbortController();
  let beating: number | undefined;
  let failure: string | undefined;
  const beat = async () => {
    // A server that is away for a while must not be told of every beat that it missed.
    if (beating !== undefined) return;
    beating = performance.now();
    try {
      await store.runs.touch(run);
      failure = undefined;
    } catch (error) {
      failure = messageOf(error);
      if (error instanceof StoreError && ["taken-over", "vanished"].includes(error.fault)) lost.abort();
    }
    beating = undefined;
  };
  const trouble = () => {
    const silentMs = beating === undefined ? 0 : performance.now() - beating;
    if (silentMs < silenceMs) return failure;
    return failure ?? `${store.place} has not answered for ${Math.round(silentMs / 1_000)} s`;
  };
  const timer = setInterval(() => void beat(), heartbeatMs);
  timer.unref();
  return { lost: lost.signal, trouble, end: () => clearInterval(timer) };
}
