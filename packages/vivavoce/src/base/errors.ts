import { types } from "node:util";
import { toJsonValue } from "./json.ts";

/** The exit codes of `viva`; `worst` in the gate says which of several counts. */
export const exitCodes = {
  pass: 0,
  fail: 1,
  inconclusive: 2,
  infrastructure: 3,
  usage: 64,
  interrupted: 130,
  terminated: 143,
} as const;

/** An exit code of `viva`. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A place in a file, counted from 1, as editors do. */
export interface Place {
  /** The path of the file. */
  file: string;
  /** The line, from 1. */
  line?: number | undefined;
  /** The column, from 1. */
  column?: number | undefined;
  /** The case at this place. */
  caseId?: string | undefined;
}

/** "cases/inbox.json:12:5" */
export function showPlace({ file, line, column }: Place): string {
  return [file, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(":");
}

/** One thing that is wrong, where, and what to do about it. */
export interface Problem {
  /** What is wrong. */
  message: string;
  /** Where. */
  place?: Place | undefined;
  /** What to do about it. */
  remedy?: string | undefined;
}

export function showProblem({ message, place, remedy }: Problem): string {
  const where = place ? `${showPlace(place)}${place.caseId === undefined ? "" : ` (case ${place.caseId})`}: ` : "";
  return `${where}${message}${remedy ? `\n    ${remedy}` : ""}`;
}

/** The same in one line of text, as a sentence for each part. */
export function inSentences({ message, place, remedy }: Problem): string {
  const said = place ? `${showPlace(place)}: ${message}` : message;
  if (!remedy) return said;
  // The lines after the first are details, such as how two requests differ.
  const [first = "", ...detail] = said.split("\n");
  return [`${ended(first)} ${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}`, ...detail].join("\n");
}

function ended(sentence: string): string {
  return /[.!?…]["”’)]*$/.test(sentence) ? sentence : `${sentence}.`;
}

const marker = Symbol.for("vivavoce.error");

/** The base of every error Viva throws on purpose. Recognised across two copies of the package by its marker. */
export class VivaError extends Error {
  readonly [marker] = true;
  override readonly name: string = "VivaError";
  /** The exit code of `viva` if nothing catches it. */
  readonly exitCode: ExitCode = exitCodes.infrastructure;
  /** Where the cause is. */
  readonly place: Place | undefined;
  /** What to do about it. */
  readonly remedy: string | undefined;

  constructor(problem: Problem & { cause?: unknown }) {
    super(problem.message, problem.cause === undefined ? undefined : { cause: problem.cause });
    this.place = problem.place;
    this.remedy = problem.remedy;
  }

  /** Whether this is an error of Viva, also of another copy of the package. */
  static isInstance(error: unknown): error is VivaError {
    return typeof error === "object" && error !== null && markOf(error) === true;
  }
}

/** Reading a value that suite code throws may itself throw, as with a proxy. */
function markOf(error: object): unknown {
  try {
    return (error as { [marker]?: unknown })[marker];
  } catch {
    return undefined;
  }
}

/** Wrong usage or bad input: nothing was run. Carries every problem that was found, not only the first. */
export class InputError extends VivaError {
  override readonly name = "InputError";
  override readonly exitCode = exitCodes.usage;
  /** Everything that is wrong. */
  readonly problems: readonly Problem[];

  constructor(problems: Problem | readonly Problem[], cause?: unknown) {
    const list: readonly Problem[] = Array.isArray(problems) ? problems : [problems as Problem];
    super({ ...list[0], message: list.map(showProblem).join("\n") || "bad input", cause });
    this.problems = list;
  }
}

/** Bad input that shows only when the work is done, such as results that cannot be compared: the work is kept. */
export class LateInputError extends InputError {}

/** The model's connection or Viva itself failed. This is never a result about the agent. */
export class InfrastructureError extends VivaError {
  override readonly name: string = "InfrastructureError";
}

/** The message of anything that was thrown and, if Viva threw it, what to do about it. */
export function sentencesOf(error: unknown): string {
  if (!VivaError.isInstance(error)) return messageOf(error);
  // The message of bad input already has the remedies, on separate lines.
  const problems = error instanceof InputError ? error.problems : [{ message: messageOf(error), remedy: error.remedy }];
  const [first, ...others] = problems.map(inSentences);
  return first === undefined ? messageOf(error) : [first, ...others].reduce((said, next) => `${ended(said)} ${next}`);
}

/** Whether a value is an error, also of another realm: in Jest, Node's own errors come from another realm. */
export function isError(value: unknown): value is Error {
  try {
    return types.isNativeError(value) || value instanceof Error;
  } catch {
    // A proxy may refuse to say what it is.
    return false;
  }
}

/** The message of anything that was thrown: an error, something like one, or whatever else. Never empty, never throws. */
export function messageOf(error: unknown): string {
  try {
    return readMessage(error);
  } catch {
    return "an error whose message cannot be read";
  }
}

function readMessage(error: unknown): string {
  if (typeof error !== "object" || error === null) return String(error);
  const { message, name } = error as { message?: unknown; name?: unknown };
  if (typeof message === "string" && message !== "") return message;
  if (typeof name === "string" && name !== "") return name;
  const value = toJsonValue(error);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Whether this is a system error with one of these codes, such as ENOENT. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return isError(error) && "code" in error && codes.includes(String(error.code));
}

/** Whether the path does not exist. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, "ENOENT", "ENOTDIR");
}

/** undefined if the file or folder is missing. */
export async function unlessMissing<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
