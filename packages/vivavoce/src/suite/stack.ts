import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isError, messageOf, type Place, type Problem, relativePath, showPlace } from "../base/index.ts";
import { isOwnFile, isUsersFile } from "./user-place.ts";

/** One line of a stack that lies in a file. The column is that of code made from the file, so it is left out. */
interface StackFrame {
  /** The name of the function, if it has one. */
  name: string | undefined;
  file: string;
  line: number;
}

/** The lines of an error's stack that lie in files, innermost first. */
function framesOf(error: unknown): StackFrame[] {
  const stack = partOf(error, "stack");
  return typeof stack === "string" ? stack.split("\n").flatMap((text) => frameIn(text) ?? []) : [];
}

/** Reading an error of the user's may throw. */
function partOf(error: unknown, part: "stack" | "cause"): unknown {
  try {
    return isError(error) ? error[part] : undefined;
  } catch {
    return undefined;
  }
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

const mostFrames = 20;

/**
 * The lines of the user's own code that an error came through, "reply (agents/coach.ts:12)", innermost first. Paths are
 * relative to the project and lines of Node, packages and Viva are left out, so that a replay elsewhere gives the same.
 */
export function userStack(error: unknown, root: string): string | undefined {
  for (let cause = error, depth = 0; isError(cause) && depth < 8; cause = partOf(cause, "cause"), depth++) {
    const frames = framesOf(cause).filter(({ file }) => isUsersFile(file));
    if (frames.length === 0) continue;
    const inProject = frames.filter(({ file }) => file.startsWith(root + sep));
    // Code that lies elsewhere, as in a workspace, is named by the line that threw.
    const shown = (inProject.length > 0 ? inProject : frames.slice(0, 1))
      .slice(0, mostFrames)
      .map(({ name, file, line }) => {
        const place = `${relativePath(root, file)}:${line}`;
        return name === undefined ? place : `${name} (${place})`;
      });
    return shown.join("\n");
  }
  return undefined;
}

/** Whether an error comes from Viva's own code and not from code that it was given. */
export function isOwnFault(error: unknown): boolean {
  const frames = framesOf(error);
  const [innermost] = frames;
  return innermost !== undefined && isOwnFile(innermost.file) && !frames.some(({ file }) => isUsersFile(file));
}

const mostShown = 10;

/** The problem for an uncaught error: whose code threw it, and in which of the user's own lines. */
export function strayProblem(error: unknown): Problem {
  const frames = framesOf(error);
  const users = frames.filter(({ file }) => isUsersFile(file)).slice(0, mostShown);
  // If none of the user's lines is on the stack, the innermost line of a package is better than nothing.
  const shown = users.length > 0 ? users : frames.filter(({ file }) => !isOwnFile(file)).slice(0, 1);
  const [first] = users;
  return {
    message: [`code of the suite threw outside any trial: ${messageOf(error)}`, ...shown.map(showFrame)].join("\n"),
    place: first && { file: first.file, line: first.line },
    remedy: "Nothing catches it: await the promise, or catch the error where it is thrown.",
  };
}

function showFrame({ name = "the file itself", file, line }: StackFrame): string {
  return `    at ${name} (${showPlace({ file, line })})`;
}
