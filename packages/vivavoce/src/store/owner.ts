import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import type { StoredRun } from "../shape/index.ts";

/**
 * The name of a process in the runs it has taken: "pid@host", and after a slash, if the system tells, the machine's
 * start and container, and when the process began. A pid alone is reused after a while, and in every container.
 */
export function thisProcess(): string {
  own ??= { place: placeOfNumbers(), began: processAt(process.pid)?.began };
  const { place, began } = own;
  return `${process.pid}@${hostname()}${place === undefined || began === undefined ? "" : `/${place}/${began}`}`;
}

let own: { place: string | undefined; began: string | undefined } | undefined;

/** The part of an owner's name that is shown: "pid@host". */
export function shownOwner(owner: string): string {
  return owner.split("/")[0] ?? owner;
}

/** Whether an owner is still alive. Undefined if it cannot be known: on another machine, in another container. */
export function isThere(owner: string): boolean | undefined {
  const [name = "", place, began] = owner.split("/");
  const [pid = "", host] = name.split("@");
  if (place === undefined ? host !== hostname() : place !== placeOfNumbers()) return undefined;
  const found = processAt(Number(pid));
  if (!found) return answers(Number(pid));
  // A process that has ended stays listed until its parent reads its exit code, in some containers for ever.
  if (found.state === "Z" || found.state === "X") return false;
  return began === undefined || found.began === began;
}

/** If the heartbeat is older than this, the process that played the run is gone or hangs, whatever else is known. */
export const longestSilenceMs = 30_000;

/** Whether a process is playing or scoring the run at this moment, as far as can be told. */
export function isBeingPlayed({ owner, updatedAt }: Pick<StoredRun, "owner" | "updatedAt">): boolean {
  const there = owner === undefined ? false : isThere(owner);
  const silentMs = Date.now() - updatedAt;
  // If a clock was set back, the last sign of life lies in the future. Only a process that can be seen counts then.
  return there !== false && silentMs <= longestSilenceMs && (there === true || silentMs >= -longestSilenceMs);
}

/** Where pids mean the same processes: one start of one machine, and one container on it. Linux only. */
function placeOfNumbers(): string | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot}:${readlinkSync("/proc/self/ns/pid").replace(/\D/g, "")}`;
  } catch {
    return undefined;
  }
}

/** The state of a process, and when it began, counted from the machine's start. Undefined if it is not listed. */
function processAt(pid: number): { state: string; began: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name in brackets may contain any characters.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", began: fields[19] ?? "" };
  } catch {
    return undefined;
  }
}

/** For systems without a list of processes, or with one that hides those of other users. */
function answers(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It exists, and belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
