import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { sha256 } from "../base/index.ts";
import { runningTrial } from "../conversation/index.ts";
import type { TrialAddress } from "../store/index.ts";

/** Every mark has this length, so that each has a fixed place in the file. */
const markLength = 32;

/**
 * The trials that are being played, in a file beside the store, or where it would be. It is deleted when the run ends: if it is still there,
 * the process was ended, perhaps by one of these trials. Written without a sync, because what a process has written
 * survives its death.
 */
export class InFlight {
  readonly #file: string;
  /** The places of marks that were there before. */
  readonly #suspects = new Map<string, number>();
  /** Places that are free again, and how many there are in all. */
  readonly #free: number[] = [];
  #places = 0;
  #descriptor: number | undefined;

  /** `before`: marks of trials that may have ended an earlier process; they stay until those trials are over. */
  constructor(file: string, before: ReadonlySet<string>) {
    this.#file = file;
    try {
      // A store on a server has not made it.
      mkdirSync(dirname(file), { recursive: true });
      this.#descriptor = openSync(file, "w");
    } catch {
      // A problem with the folder will show when a result is written.
    }
    for (const mark of before) {
      this.#suspects.set(mark, this.#places);
      this.#put(this.#places++, mark);
    }
  }

  /** A trial begins: its mark is in the file until `over`, and perhaps longer; `blame` leaves no other mark there. */
  begin(address: TrialAddress): { blame(): void; over(): void } {
    const mark = markOf(address);
    const place = this.#suspects.get(mark) ?? this.#free.pop() ?? this.#places++;
    this.#suspects.delete(mark);
    this.#put(place, mark);
    // The mark stays until another takes its place: a resume knows by the store which trials are over.
    return { blame: () => this.#blame(mark), over: () => void this.#free.push(place) };
  }

  /** The process is about to end because of one trial, so the marks of the others are removed. */
  #blame(mark: string): void {
    if (this.#descriptor === undefined) return;
    ftruncateSync(this.#descriptor);
    this.#put(0, mark);
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  /** The run has ended: if the process ends after this, no trial is the cause. */
  end(): void {
    if (this.#descriptor === undefined) return;
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
    rmSync(this.#file, { force: true });
  }

  #put(place: number, mark: string): void {
    if (this.#descriptor !== undefined) writeSync(this.#descriptor, `${mark}\n`, place * (markLength + 1));
  }
}

export function inFlightFile(storeFile: string, run: string): string {
  return join(dirname(storeFile), `in-flight-${run}`);
}

/** The marks that a process left behind when it ended; none if it ended normally. */
export function leftInFlight(file: string): ReadonlySet<string> {
  try {
    return new Set(readFileSync(file, "latin1").match(/[0-9a-f]{32}/g));
  } catch {
    return new Set();
  }
}

export function markOf({ suite, trial }: TrialAddress): string {
  return sha256(`${suite}\n${trial}`).slice(0, markLength);
}

/**
 * Notes that the running code is about to end the process, so that a resume plays its trial in a process of its own.
 * Returns the trial's case; undefined where the code belongs to no trial.
 */
export function blameRunningTrial(): string | undefined {
  const trial = runningTrial();
  trial?.blame?.();
  return trial?.caseId;
}
