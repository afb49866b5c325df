import type { JobEnd, QueueCounts, TrialJob, TrialQueue } from "./redis-queue.ts";

/** A queue in this process, with a worker that plays what it is given. */
export class MemoryQueue implements TrialQueue {
  readonly waiting: TrialJob[] = [];
  readonly reasons: Record<string, string> = {};
  readonly vouched: Record<string, string> = {};
  /** The names of the workers that give signs. */
  readonly present: string[] = [];
  /** Every trial that was added, in order. */
  readonly added: string[] = [];
  /** The most trials that waited at once. */
  longest = 0;
  isRemoved = false;
  /** Its worker gives no sign any more. */
  isDead = false;
  /** Why its server takes nothing at the moment. */
  fault: Error | undefined;
  #active = 0;

  async add(jobs: readonly TrialJob[]): Promise<void> {
    if (this.fault && jobs.length > 0) throw this.fault;
    this.added.push(...jobs.map(({ trial }) => trial));
    for (const job of jobs) if (!this.waiting.some(({ trial }) => trial === job.trial)) this.waiting.push(job);
    this.longest = Math.max(this.longest, this.waiting.length);
  }

  async counts(): Promise<QueueCounts> {
    return { waiting: this.waiting.length, active: this.#active };
  }

  async abandoned(): Promise<number> {
    return this.isDead ? this.#active : 0;
  }

  async drain(): Promise<void> {
    this.waiting.length = 0;
  }

  async announce(): Promise<void> {}

  async workers(): Promise<string[]> {
    return this.present;
  }

  async refusals(): Promise<Record<string, string>> {
    return this.reasons;
  }

  async digests(): Promise<Record<string, string>> {
    return this.vouched;
  }

  async remove(): Promise<void> {
    this.isRemoved = true;
  }

  /** Plays the next job. */
  async take(play: (job: TrialJob) => Promise<JobEnd>): Promise<void> {
    const job = this.waiting.shift();
    if (!job) return;
    this.#active += 1;
    if (this.isDead) return;
    if ((await play(job)) === "again") this.waiting.push(job);
    this.#active -= 1;
  }
}
