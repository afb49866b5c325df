import type { z } from "zod";
import { InputError } from "../base/index.ts";
import { type CaseInput, caseSchema } from "../shape/index.ts";

/** Any zod schema that gives a case; what it leaves out gets its default. */
export type CaseSchema = z.ZodType<CaseInput>;

/** Something that a schema accepts but its owner should know, such as an ignored field. */
interface InputWarning {
  /** What the owner should know. */
  message: string;
  /** The field it is about. */
  path: (string | number)[];
  /** What to do about it. */
  remedy?: string | undefined;
}

/** Options of `cases`. */
export interface CaseOptions {
  /** Checks each case as it was written, after the schema has accepted it. */
  warnings?: (input: unknown) => InputWarning[];
}

/** Where a suite's cases come from, and their schema. Nothing has been read yet. */
export interface CaseFiles {
  /** The files, or the cases themselves. */
  readonly from:
    | { readonly kind: "files"; readonly globs: readonly string[] }
    | { readonly kind: "list"; readonly cases: readonly unknown[] };
  /** The schema that turns what a file holds into a case. */
  readonly schema: CaseSchema;
  /** What an owner should know about a case that was accepted. */
  readonly warnings: (input: unknown) => InputWarning[];
}

/**
 * Cases in files: `.json` (one case or a list), `.jsonl` (one per line), `.yaml` (one, a list, or several documents).
 * Globs are relative to the suite's file. If your cases have another shape, the schema's output turns them into Viva's.
 *
 * @example cases("./cases/*.json")
 * @example cases(["./cases/*.yaml"], ownShape.transform(toCase), { warnings: ignoredFields })
 */
export function cases(globs: string | string[], schema: CaseSchema = caseSchema, options: CaseOptions = {}): CaseFiles {
  const list = [globs].flat();
  if (list.length === 0 || list.some((glob) => glob.trim() === "")) {
    throw new InputError({ message: "cases() was given no file to read", remedy: 'name one: cases("./cases/*.json")' });
  }
  return { from: { kind: "files", globs: list }, schema, warnings: options.warnings ?? (() => []) };
}

/** Cases given in code, in place of files. */
export function caseList(list: readonly CaseInput[]): CaseFiles {
  return { from: { kind: "list", cases: list }, schema: caseSchema, warnings: () => [] };
}
