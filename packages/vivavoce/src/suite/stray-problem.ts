import { messageOf, type Problem, showPlace } from "../base/index.ts";
import { framesOf, type StackFrame } from "./stack.ts";
import { isOwnFile, isUsersFile } from "./users-file.ts";

const mostFrames = 10;

/** The problem for an uncaught error: whose code threw it, and in which of the user's own lines. */
export function strayProblem(error: unknown): Problem {
  const frames = framesOf(error);
  const users = frames.filter(({ file }) => isUsersFile(file)).slice(0, mostFrames);
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
