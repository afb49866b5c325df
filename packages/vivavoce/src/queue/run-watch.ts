import type { StoredRun } from "../shape/index.ts";
import { longestSilenceMs, type Store } from "../store/index.ts";
import type { RunService } from "./serve-run.ts";

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
  pulses: Pulses;
  turnMs: number;
  isOtherDue(state: WorkerState): Promise<boolean>;
  /** Called every second with how long the store has not answered. */
  silent(ms: number): void;
}

/** Looks, while a run's trials are played, whether it is still waited for and whether another run should have its turn. */
export class RunWatch {
  /** The run was released or deleted. */
  isOver = false;
  /** When it left the run to another one. */
  leftAt: number | undefined;
  readonly #settings: WatchSettings;
  readonly #timer: NodeJS.Timeout;
  readonly #begun = performance.now();
  #idleLooks = 0;
  #lookingSince: number | undefined;

  constructor(settings: WatchSettings) {
    this.#settings = settings;
    this.#timer = setInterval(() => void this.#lookOnce(), 1_000);
  }

  end(): void {
    clearInterval(this.#timer);
  }

  async #lookOnce(): Promise<void> {
    if (this.#lookingSince !== undefined) return this.#settings.silent(performance.now() - this.#lookingSince);
    this.#lookingSince = performance.now();
    // If the store is away, the next look may find it.
    await this.#look().catch(() => {});
    this.#lookingSince = undefined;
  }

  async #look(): Promise<void> {
    const { store, run, service, pulses, turnMs, isOtherDue, silent } = this.#settings;
    const pulse = await store.runs.pulse(run.id);
    silent(0);
    if (pulse?.owner === undefined) {
      this.isOver = true;
      service.drop();
    }
    // Somebody else has resumed the run, perhaps with other cases.
    else if (pulse.owner !== run.owner) service.drop();
    else if (!pulses.isAlive(run.id, pulse)) service.leave();
    const { underWay } = service;
    this.#idleLooks = underWay === 0 ? this.#idleLooks + 1 : 0;
    const isTurnOver = performance.now() - this.#begun > turnMs;
    if (this.leftAt !== undefined || !(await isOtherDue({ isIdle: this.#idleLooks > 2, isTurnOver, underWay }))) return;
    this.leftAt = performance.now();
    service.leave();
  }
}
