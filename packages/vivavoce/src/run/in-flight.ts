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
  /** Marks of trials that may have ended an earlier process of the run. */
  readonly #left: ReadonlySet<string>;
  /** The places of these marks, until their trials begin. */
  readonly #suspects = new Map<string, number>();
  /** Places that are free again, and how many there are in all. */
  readonly #free: number[] = [];
  #places = 0;
  #descriptor: number | undefined;

  /** `store`: its file, which the list lies beside. */
  constructor(store: string, run: string) {
    this.#file = join(dirname(store), `in-flight-${run}`);
    this.#left = leftIn(this.#file);
    try {
      // A store on a server has not made it.
      mkdirSync(dirname(store), { recursive: true });
      this.#descriptor = openSync(this.#file, "w");
    } catch {
      // A problem with the folder will show when a result is written.
    }
    for (const mark of this.#left) {
      this.#suspects.set(mark, this.#places);
      this.#put(this.#places++, mark);
    }
  }

  /** Whether trials were being played when an earlier process of the run was ended. */
  get hasSuspects(): boolean {
    return this.#left.size > 0;
  }

  /** Whether a trial was one of them, so that it may be the cause. */
  isSuspect(address: TrialAddress): boolean {
    return this.hasSuspects && this.#left.has(markOf(address));
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

/** The marks that a process left behind when it ended; none if it ended normally. */
function leftIn(file: string): ReadonlySet<string> {
  try {
    return new Set(readFileSync(file, "latin1").match(/[0-9a-f]{32}/g));
  } catch {
    return new Set();
  }
}

function markOf({ suite, trial }: TrialAddress): string {
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
