import { closeSync, openSync, readFileSync, readSync, type Stats, statSync } from "node:fs";
import { type FileHandle, open, readFile, stat } from "node:fs/promises";
import { InputError } from "./errors.ts";

// Every file that a user names is read here, because a pipe would keep Viva waiting and a device may never end.

/** The contents of a file. A pipe, a folder, a socket or a device is refused at once. */
export async function readRegularFile(path: string): Promise<Buffer> {
  refuseIrregular(path, await stat(path));
  return readFile(path);
}

/** The same, synchronously. */
export function readRegularFileSync(path: string): Buffer {
  refuseIrregular(path, statSync(path));
  return readFileSync(path);
}

/**
 * A part of a file, for one that is read again and again: for a few bytes, handing the work to another thread takes longer
 * than reading them.
 */
export function sliceOfRegularFile(path: string, offset: number, length: number): Buffer {
  refuseIrregular(path, statSync(path));
  const file = openSync(path, "r");
  try {
    const buffer = Buffer.allocUnsafe(length);
    return buffer.subarray(0, readSync(file, buffer, 0, length, offset));
  } finally {
    closeSync(file);
  }
}

/** The file, opened for reading. */
export async function openRegularFile(path: string): Promise<FileHandle> {
  refuseIrregular(path, await stat(path));
  return open(path);
}

/** Refuses anything that exists but is not a regular file. */
export function refuseIrregular(file: string, stats: Stats): void {
  if (stats.isFile()) return;
  const message = `this is ${kindOf(stats)}, not a regular file`;
  throw new InputError({ message, place: { file }, remedy: "Put a regular file in its place, or remove it." });
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "a folder";
  if (stats.isFIFO()) return "a named pipe";
  return stats.isSocket() ? "a socket" : "a device";
}
