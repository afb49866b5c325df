import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/**
 * A process as the runs it has taken name it: "pid@host", and after a slash where its number counts and when it began,
 * where the system tells. A number alone is given to another process after a while, and in every container anew.
 */
export function thisProcess(): string {
  own ??= { place: placeOfNumbers(), began: processAt(process.pid)?.began };
  const { place, began } = own;
  return `${process.pid}@${hostname()}${place === undefined || began === undefined ? "" : `/${place}/${began}`}`;
}

let own: { place: string | undefined; began: string | undefined } | undefined;

/** What people are shown of an owner: "pid@host". */
export function shownOwner(owner: string): string {
  return owner.split("/")[0] ?? owner;
}

/** Whether an owner is still there. Undefined where that cannot be told: on another machine, in another container. */
export function isThere(owner: string): boolean | undefined {
  const [name = "", place, began] = owner.split("/");
  const [pid = "", host] = name.split("@");
  if (place === undefined ? host !== hostname() : place !== placeOfNumbers()) return undefined;
  const found = processAt(Number(pid));
  if (!found) return answers(Number(pid));
  // One that has ended stays in the list until its parent has asked for its exit code, in some containers for ever.
  if (found.state === "Z" || found.state === "X") return false;
  return began === undefined || found.began === began;
}

/** Where the numbers of processes mean the same: one start of one machine, and one container on it. Linux only. */
function placeOfNumbers(): string | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot}:${readlinkSync("/proc/self/ns/pid").replace(/\D/g, "")}`;
  } catch {
    return undefined;
  }
}

/** The state of a process, and when it began, counted from the machine's start. Undefined where the list has no such one. */
function processAt(pid: number): { state: string; began: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name in brackets may hold anything.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", began: fields[19] ?? "" };
  } catch {
    return undefined;
  }
}

/** Where there is no list of processes to read, or it hides those of other users. */
function answers(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
