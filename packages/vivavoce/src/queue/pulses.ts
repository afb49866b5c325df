import type { StoredRun } from "../shape/index.ts";
import { longestSilenceMs } from "../store/index.ts";

/**
 * Tells from a run's signs of life whether somebody waits for it. The clocks of two machines may differ by minutes, so a
 * sign counts from when this process first saw it.
 */
export class Pulses {
  readonly #seen = new Map<string, { updatedAt: number; at: number }>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  isAlive(run: string, { owner, updatedAt }: Pick<StoredRun, "owner" | "updatedAt">): boolean {
    if (owner === undefined) return false;
    const seen = this.#seen.get(run);
    if (seen?.updatedAt === updatedAt) return this.#now() - seen.at <= longestSilenceMs;
    // At first sight only the clocks can tell: if they say that it is old, the next sign is waited for.
    const isOld = seen === undefined && Math.abs(Date.now() - updatedAt) > longestSilenceMs;
    this.#seen.set(run, { updatedAt, at: isOld ? Number.NEGATIVE_INFINITY : this.#now() });
    return !isOld;
  }
}
