/** A trial in the queue: only where it is in the plan. Workers have the plan, the cases and the keys themselves. */
export interface TrialJob {
  /** Position of the suite within the run. */
  suite: number;
  /** Position of the trial within the suite's plan. */
  position: number;
  /** The trial's key, which the worker compares with its own plan. */
  trial: string;
}

/** How many trials of a run are in its queue. */
export interface QueueCounts {
  waiting: number;
  /** Workers have them. */
  active: number;
}

/** The trials of one run, on their way to workers. The store says what is done; the queue may forget everything. */
export interface TrialQueue {
  /** A trial that is in the queue already is not added again. */
  add(jobs: readonly TrialJob[]): Promise<void>;
  counts(): Promise<QueueCounts>;
  /** How many trials a worker has that gives no sign any more; another worker takes them, if there is one. */
  abandoned(): Promise<number>;
  /** Takes out the trials that no worker has. */
  drain(): Promise<void>;
  /** Tells workers that the run is there. Repeated, because the queue may have been restarted without its data. */
  announce(): Promise<void>;
  /** The names of the workers that look for runs in this queue. */
  workers(): Promise<string[]>;
  /** Why workers do not play the run, by the worker's name. */
  refusals(): Promise<Readonly<Record<string, string>>>;
  /** What workers know of the scores that they have written, by the suite's position and the trial; see `Ledger`. */
  digests(): Promise<Readonly<Record<string, string>>>;
  /** Deletes everything about the run. */
  remove(): Promise<void>;
}

/** What became of a job: "again" gives it back to the queue. */
export type JobEnd = "done" | "again";

/** A run that was announced. Of two runs, workers play the one with the higher priority first. */
export interface AnnouncedRun {
  id: string;
  priority: number;
}

/** A worker's side of the queue. */
export interface TrialSource {
  runs(): Promise<AnnouncedRun[]>;
  /** The trials of a worker that gives no sign any more count as waiting: they need somebody who takes them. */
  counts(run: string): Promise<QueueCounts>;
  /** Notes that this worker is there, for whoever waits for one; `false`: it ends. */
  sign(isThere: boolean): Promise<void>;
  /** Notes why this worker does not play a run, for whoever waits for it; undefined: it does now. */
  refuse(run: string, reason: string | undefined): Promise<void>;
  /** Hands over what this worker knows of a trial's scores. */
  vouch(run: string, job: TrialJob, digest: string): Promise<void>;
  /** A run is over: deletes what the worker itself has left of it in the queue. */
  forget(run: string): Promise<void>;
  /** Takes a run's jobs, this many at a time, until it is closed. `play` must not throw. */
  serve(run: string, concurrency: number, play: (job: TrialJob) => Promise<JobEnd>): Serving;
}

interface Serving {
  /** Takes no more jobs. Resolves when those under way are over. */
  close(): Promise<void>;
}
