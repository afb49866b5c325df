import type { JsonObject, JsonValue } from "../json.ts";
import { testPattern } from "../pattern.ts";

/** Says what is wrong with a value, and where; undefined when nothing is. The path of the whole value is "". */
export type SchemaTest = (value: JsonValue, path: string) => string | undefined;

export interface KeywordContext {
  /** The schema that the keyword stands in. */
  siblings: JsonObject;
  compile(part: unknown): SchemaTest;
  refused(why: string): Error;
  /** Refuses a part that cannot be tested, or reports it and goes on without it, as the caller chooses. */
  unread(why: string): SchemaTest;
}

/** A pattern took too long, so it is unknown whether a value fits, whatever else the schema says. */
export class Undecided extends Error {}

export function fitsPattern(pattern: string, text: string, path: string): boolean {
  const outcome = testPattern(pattern, text);
  if (outcome === "too-long") throw new Undecided(`${called(path)}: the pattern /${pattern}/ took too long`);
  return outcome === "match";
}

/** Turns a keyword's argument into a test. */
export type Keyword = (argument: unknown, context: KeywordContext) => SchemaTest;

export const noTest: SchemaTest = () => undefined;

export function listOf(argument: unknown, { refused }: KeywordContext): unknown[] {
  if (!Array.isArray(argument)) throw refused("a list is needed");
  return argument;
}

export function firstProblem<T>(items: readonly T[], problemOf: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const problem = problemOf(item);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** What a value is called in a sentence. */
export function called(path: string): string {
  return path === "" ? "the value" : path;
}
