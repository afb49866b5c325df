import { readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import {
  codeFolder,
  holdListener,
  isError,
  messageOf,
  type Place,
  type Problem,
  packageFolder,
  relativePath,
  showPlace,
} from "../base/index.ts";

/** What this work gives, or what else there is where it throws: what users wrote may be anything. */
export function orElse<T, Other = undefined>(work: () => T, otherwise?: Other): T | Other {
  try {
    return work();
  } catch {
    return otherwise as Other;
  }
}

const packages = `${sep}node_modules${sep}`;

/** Whether a file is the user's own, not a package's and not Viva's. */
export function isUsersFile(file: string): boolean {
  return !file.includes(packages) && !isOwnFile(file);
}

/** Tests of the sources may have loaded the built package too. */
const ownFolders = [codeFolder + sep, join(packageFolder, "dist") + sep];

/** Whether a file is part of Viva. */
function isOwnFile(file: string): boolean {
  return ownFolders.some((folder) => file.startsWith(folder));
}

/** The folder of the package that a file belongs to; undefined for users' own files and Viva's. */
export function packageOf(file: string): string | undefined {
  const at = file.lastIndexOf(packages);
  if (at < 0 || isOwnFile(file)) return undefined;
  const name = at + packages.length;
  const end = file.indexOf(sep, file[name] === "@" ? file.indexOf(sep, name) + 1 : name);
  return end < 0 ? file : file.slice(0, end);
}

const exported = "export default|as default|export { default }|export {default}|module.exports|exports.default";

/** Where a file has the first of these texts: those of a default export, if none are given. */
export function textPlace(file: string, texts = exported.split("|")): Place {
  const source = orElse(() => readFileSync(file, "utf8"), "");
  const index = texts.map((text) => source.indexOf(text)).find((found) => found >= 0);
  return index === undefined ? { file } : placeAt(index, source, file);
}

/** Where an object in a file sets a field, optionally to this text, as far as the source text shows. */
export function fieldPlace(field: string, file: string, text?: string): Place {
  const source = orElse(() => readFileSync(file, "utf8"), "");
  const value = text === undefined ? "" : `\\s*["'\`]${RegExp.escape(text)}["'\`]`;
  const match = new RegExp(`(?<=^|[{,\\s])["'\`]?${RegExp.escape(field)}["'\`]?\\s*:${value}`).exec(source);
  return match ? placeAt(match.index, source, file) : { file };
}

function placeAt(index: number, source: string, file: string): Place {
  const before = source.slice(0, index).split("\n");
  return { file, line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

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
  return orElse(() => (isError(error) ? error[part] : undefined));
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

type Taker = (error: unknown) => void;

const takers: Taker[] = [];
let releases: (() => void)[] = [];

/**
 * Gives uncaught errors, such as those of a timer or of a forgotten promise, to `taker`. If several ask for them, the last
 * one gets them. Returns a function that ends this.
 */
export function takeStrayErrors(taker: Taker): () => void {
  if (takers.length === 0)
    releases = ["unhandledRejection", "uncaughtException"].map((event) => holdListener(event, give));
  takers.push(taker);
  return () => {
    const at = takers.lastIndexOf(taker);
    if (at < 0) return;
    takers.splice(at, 1);
    if (takers.length === 0) for (const release of releases) release();
  };
}

function give(error: unknown): void {
  takers.at(-1)?.(error);
}
