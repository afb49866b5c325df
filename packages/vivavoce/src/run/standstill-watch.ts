import type { BusyCode } from "../conversation/index.ts";

/** What the thread that looks on is given. */
export interface Watch {
  /** Counted up as long as the other thread's event loop turns. */
  beats: Int32Array;
  /** The cases that are being played, a line each. */
  underWay: Uint8Array;
  /** Says when the other thread must not be interrupted. */
  interruptLock: Int32Array;
  /** How many groups of records are on their way to the disk. */
  unwritten: Int32Array;
  /** Where in the other thread the functions are that it may be asked to call. */
  asked: string;
  beatMs: number;
  /** So many looks without a beat are too many. */
  most: number;
}

/** What it may have called in the thread that is watched, in the middle of what keeps that one busy. */
export interface StandstillHooks {
  busyCode(askedAt: number): BusyCode;
  /** The process is about to be ended: what is finished is handed to the writer, and the trial at fault is failed. */
  lastWords(message: string): { failed: boolean };
}
