import { Worker } from "node:worker_threads";
import { InfrastructureError, messageOf, ownFile, VivaError } from "../base/index.ts";
import type { TrialAddress } from "./records.ts";
import type { RowGroup } from "./row-group.ts";
import { StoreError } from "./store-error.ts";
import type { WriterAnswer } from "./writer-thread.ts";

/** How many groups were handed to writers and are not on disk yet, for other threads to read. */
export const groupsUnwritten = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** Commits groups of rows in a thread of its own. */
export class ThreadedWriter {
  readonly #file: string;
  readonly #waiting = new Map<number, { resolve(lost: TrialAddress[]): void; reject(error: unknown): void }>();
  worker: Worker | undefined;
  #next = 0;
  #dead: VivaError | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Resolves when the group is synced to disk, with the trials that were left out: see `commitRows`. */
  commit(group: RowGroup): Promise<TrialAddress[]> {
    if (this.#dead) return Promise.reject(this.#dead);
    const worker = this.start();
    const id = this.#next++;
    // The process stays alive only while a write is pending.
    worker.ref();
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      Atomics.add(groupsUnwritten, 0, 1);
      worker.postMessage({ id, group });
    });
  }

  start(): Worker {
    this.worker ??= this.#started();
    return this.worker;
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
  }

  #started(): Worker {
    // Rows pass through quickly, so a small young generation saves memory.
    const resourceLimits = { maxYoungGenerationSizeMb: 8 };
    const worker = new Worker(ownFile("store/writer-thread"), {
      workerData: { file: this.#file, unwritten: groupsUnwritten },
      resourceLimits,
    });
    worker.unref();
    worker.on("message", ({ id, failure, lost = [] }: WriterAnswer) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) worker.unref();
      if (failure === undefined) waiting?.resolve(lost);
      else waiting?.reject(writeFailure(thrown(failure)));
    });
    worker.on("error", (error) => this.#die(error));
    worker.on("exit", () => this.#die("the writing thread ended"));
    return worker;
  }

  #die(error: unknown): void {
    this.#dead ??= writeFailure(error);
    for (const { reject } of this.#waiting.values()) reject(this.#dead);
    this.#waiting.clear();
  }
}

/** A failure in the thread as it was thrown there. */
function thrown({ fault, ...problem }: NonNullable<WriterAnswer["failure"]>): Error {
  return fault ? new StoreError(fault, problem) : new Error(problem.message);
}

/** Why a group could not be written, for its records to fail with. */
export function writeFailure(error: unknown): VivaError {
  if (VivaError.isInstance(error)) return error;
  return new InfrastructureError({
    message: `the store could not be written: ${messageOf(error)}`,
    remedy: "Finished trials are kept. Remove the cause, then continue with --resume.",
  });
}
