import type { JsonObject, JsonValue } from "../../base/index.ts";

/** Says what is wrong with a value, and where; undefined when nothing is. */
export type SchemaTest = (value: JsonValue, path: string) => string | undefined;

export interface KeywordContext {
  /** The schema that the keyword stands in. */
  siblings: JsonObject;
  compile(part: unknown): SchemaTest;
  refused(why: string): Error;
}

/** Turns a keyword's argument into a test. */
export type Keyword = (argument: unknown, context: KeywordContext) => SchemaTest;

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
