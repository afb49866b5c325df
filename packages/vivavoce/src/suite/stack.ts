import { fileURLToPath } from "node:url";
import type { Place } from "../base/index.ts";
import { isError } from "../base/index.ts";
import { isOwnFile, isUsersFile } from "./users-file.ts";

/** One line of a stack that lies in a file. The column is that of code made from the file, so it is left out. */
export interface StackFrame {
  /** The name of the function, if it has one. */
  name: string | undefined;
  file: string;
  line: number;
}

/** The lines of an error's stack that lie in files, innermost first. */
export function framesOf(error: unknown): StackFrame[] {
  const stack = isError(error) ? error.stack : undefined;
  return typeof stack === "string" ? stack.split("\n").flatMap((text) => frameIn(text) ?? []) : [];
}

function frameIn(text: string): StackFrame | undefined {
  const match = /^\s+at (.*?)(?<=[\s(])\(?((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/]).*?):(\d+):\d+\)?$/.exec(text);
  if (!match?.[2]) return undefined;
  const name = match[1]?.replace(/[\s(]+$/, "").replace(/^async$/, "");
  const file = match[2].startsWith("file://") ? fileURLToPath(match[2]) : match[2];
  return { name: name || undefined, file, line: Number(match[3]) };
}

/** The innermost line of the user's own code that an error came through. */
export function userFrame(error: unknown): Place | undefined {
  const frame = framesOf(error).find(({ file }) => isUsersFile(file));
  return frame && { file: frame.file, line: frame.line };
}

/** Whether an error comes from Viva's own code and not from code that it was given. */
export function isOwnFault(error: unknown): boolean {
  const frames = framesOf(error);
  const [innermost] = frames;
  return innermost !== undefined && isOwnFile(innermost.file) && !frames.some(({ file }) => isUsersFile(file));
}
