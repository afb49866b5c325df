import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { InfrastructureError } from "../base/index.ts";
import type { RowGroup } from "./row-group.ts";
import type { WriterAnswer } from "./writer-thread.ts";

/** Commits groups of rows in a thread of its own, started with the first one. */
export class ThreadedWriter {
  readonly #file: string;
  readonly #waiting = new Map<number, { resolve(): void; reject(error: unknown): void }>();
  #worker: Worker | undefined;
  #next = 0;
  #dead: InfrastructureError | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Resolves when the group is synced to disk. */
  commit(group: RowGroup): Promise<void> {
    if (this.#dead) return Promise.reject(this.#dead);
    this.#worker ??= this.#start();
    const id = this.#next++;
    // The process stays alive while somebody waits for the disk, and no longer.
    this.#worker.ref();
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker?.postMessage({ id, group });
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    // The same extension as this file: .js when built, .ts in the tests.
    const file = new URL(`./writer-thread${extname(import.meta.url)}`, import.meta.url);
    // Rows pass through quickly: a small young generation keeps the thread from holding memory it has no use for.
    const resourceLimits = { maxYoungGenerationSizeMb: 8 };
    const worker = new Worker(file, { workerData: { file: this.#file }, resourceLimits });
    worker.on("message", ({ id, error }: WriterAnswer) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) worker.unref();
      if (error === undefined) waiting?.resolve();
      else waiting?.reject(failure(error));
    });
    worker.on("error", (error) => this.#die(error.message));
    worker.on("exit", () => this.#die("its writer ended"));
    return worker;
  }

  #die(reason: string): void {
    this.#dead ??= failure(reason);
    for (const { reject } of this.#waiting.values()) reject(this.#dead);
    this.#waiting.clear();
  }
}

function failure(reason: string): InfrastructureError {
  return new InfrastructureError({
    message: `the store could not be written: ${reason}`,
    remedy: "What was written before is safe. When the cause is mended, go on with --resume.",
  });
}
