import type { BusyCode } from "../conversation/index.ts";

/** The data of the watching thread. */
export interface Watch {
  /** Increases as long as the other thread's event loop runs. */
  beats: Int32Array;
  /** The cases that are being played, a line each. */
  underWay: Uint8Array;
  /** Whether the other thread must not be interrupted. */
  interruptLock: Int32Array;
  /** How many groups of records are on their way to the disk. */
  unwritten: Int32Array;
  /** Where the other thread keeps the functions that it may be asked to call. */
  asked: string;
  beatMs: number;
}

/** The functions that it may call in the watched thread, in the middle of that thread's work. */
export interface StandstillHooks {
  busyCode(askedAt: number): BusyCode;
  /** The process is about to be ended: finished trials go to the writer, and the trial at fault is failed. */
  lastWords(message: string): { failed: boolean };
}
