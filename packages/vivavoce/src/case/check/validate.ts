import type { z } from "zod";
import { type JsonSchema, messageOf, nearest } from "../../base/index.ts";
import {
  type Case,
  type CaseInput,
  caseSchema,
  issueMessage,
  kindInWords,
  listInWords,
  pathInWords,
  suggestion,
  unionMessage,
  valueInWords,
} from "../../shape/index.ts";
import type { CaseFiles, CaseSchema } from "../case-files.ts";
import { inputSchemaOf } from "../json-schema.ts";
import type { Path } from "../read/placed-tree.ts";
import { withoutSchema } from "../read/raw-case.ts";
import { knownFields } from "./known-fields.ts";

/** A finished case, or all complaints about it. `shape` says which of the two shapes the paths lead through. */
type Validation =
  | { kind: "valid"; case: Case }
  | { kind: "refused"; shape: "input" | "output"; complaints: Complaint[] };

/** Runs a case as it was written through its owner's schema and then through Viva's own. */
export function validateCase({ schema }: CaseFiles, input: unknown): Validation | Promise<Validation> {
  const given = withoutSchema(input);
  // Viva's own schema awaits nothing, and zod compiles a schema only if it is not asked to await.
  return schema === caseSchema
    ? finishCase(schema, caseSchema.safeParse(given, context))
    : validateByOwner(schema, given);
}

async function validateByOwner(schema: CaseSchema, given: unknown): Promise<Validation> {
  try {
    return finishCase(schema, await schema.safeParseAsync(given, context));
  } catch (error) {
    const message = `the schema failed on this case: ${messageOf(error)}`;
    const remedy = "a schema should add an issue, not throw";
    return { kind: "refused", shape: "input", complaints: [{ message, remedy, path: [], target: "value" }] };
  }
}

function finishCase(schema: CaseSchema, parsed: z.ZodSafeParseResult<CaseInput>): Validation {
  if (!parsed.success) {
    const complaints = complaintsOf(parsed.error.issues, () => fieldsOf(schema));
    return { kind: "refused", shape: "input", complaints };
  }
  const output: unknown = parsed.data;
  if (schema === caseSchema) return { kind: "valid", case: output as Case };
  const finished = caseSchema.safeParse(output, context);
  if (finished.success) return { kind: "valid", case: finished.data };
  const complaints = complaintsOf(finished.error.issues, () => fieldsOf(caseSchema)).map((complaint) => ({
    ...complaint,
    message: `the schema's output is not a case: ${complaint.message}`,
  }));
  return { kind: "refused", shape: "output", complaints };
}

const context = { error: issueMessage, reportInput: true } as const;

const unknowable = new WeakMap<CaseSchema, JsonSchema>();

/** The known fields are only used for suggestions, so Viva accepts a schema that has no JSON Schema. */
export function fieldsOf(schema: CaseSchema): JsonSchema {
  const nothing = unknowable.get(schema);
  if (nothing) return nothing;
  try {
    return inputSchemaOf(schema);
  } catch {
    unknowable.set(schema, {});
    return {};
  }
}

/** One thing that a schema finds wrong with a case. */
interface Complaint {
  message: string;
  remedy?: string | undefined;
  path: Path;
  /** What to point at: the value, or the name of the field. */
  target: "value" | "field";
  /** What was written there. */
  found?: unknown;
}

/** Readable complaints from zod's issues. `schema` gives the known fields, to suggest the one that was meant. */
export function complaintsOf(issues: readonly z.core.$ZodIssue[], schema: () => JsonSchema): Complaint[] {
  return issues.flatMap(furthestBranch).flatMap((issue) => {
    const path = issue.path.map((key) => (typeof key === "number" ? key : String(key)));
    if (issue.code === "unrecognized_keys") {
      const given = Object.keys(issue.input ?? {});
      const open = knownFields(schema(), path).filter((field) => !given.includes(field));
      return issue.keys.map((key) => unknownField(path, key, open));
    }
    return {
      message: `${pathInWords(path)}: ${issue.message}`,
      remedy: remedyFor(issue, path),
      path,
      target: "value",
      found: issue.input,
    };
  });
}

function unknownField(path: Path, key: string, open: readonly string[]): Complaint {
  const where = path.length === 0 ? "" : ` in ${pathInWords(path)}`;
  return {
    message: `unknown field ${valueInWords(key)}${where}`,
    remedy: suggestion(nearest(key, open), open, "other fields known here"),
    path: [...path, key],
    target: "field",
    found: key,
  };
}

/** What to do about an issue, unless its message says so. An owner's schema can give a remedy as `params.remedy`. */
function remedyFor(issue: z.core.$ZodIssue, path: Path): string | undefined {
  const { input } = issue;
  switch (issue.code) {
    case "invalid_value":
      return meantValue(issue);
    case "custom":
      return typeof issue.params?.remedy === "string" ? issue.params.remedy : undefined;
    case "too_small":
      return input === "" ? "write something, or leave the field out" : undefined;
    case "invalid_union":
    case "invalid_type": {
      if (input === undefined) return path.length === 0 ? undefined : `add ${valueInWords(String(path.at(-1)))}`;
      const expected = kindsExpected(issue);
      if (expected.includes("string") && (typeof input === "number" || typeof input === "boolean"))
        return `write it in quotes: "${input}"`;
      const bare = typeof input === "string" && expected.some((kind) => isWritten(input, kind));
      return bare ? `write it without quotes: ${input}` : undefined;
    }
    default:
      return undefined;
  }
}

function kindsExpected(issue: z.core.$ZodIssue): string[] {
  if (issue.code === "invalid_type") return [issue.expected];
  return issue.code === "invalid_union" ? issue.errors.flat().flatMap(kindsExpected) : [];
}

/** Whether a text is a number or a yes-or-no that was put in quotes. */
function isWritten(text: string, expected: string): boolean {
  if (expected === "boolean") return text === "true" || text === "false";
  return (expected === "number" || expected === "int") && /^-?\d+(\.\d+)?$/.test(text);
}

function meantValue(issue: Extract<z.core.$ZodIssue, { code: "invalid_value" }>): string | undefined {
  if (typeof issue.input !== "string") return undefined;
  const known = issue.values.filter((value) => typeof value === "string");
  return suggestion(nearest(issue.input, known), [], "");
}

type Issue = z.core.$ZodIssue;

/**
 * What really went wrong in a union: the issues of the form that matches best or, if the value is of a kind that no form
 * knows, one sentence that names all forms. Any other issue is left as it is.
 */
function furthestBranch(issue: Issue): Issue[] {
  if (issue.code !== "invalid_union" || issue.message !== unionMessage || issue.errors.length === 0) return [issue];
  const branches = issue.errors.map((branch) => branch.flatMap(furthestBranch));
  const [best] = branches
    .map((issues) => ({ issues, reach: reachOf(issues) }))
    .sort((a, b) => compare(a.reach, b.reach));
  if (!best || best.reach.kind === 0 || best.issues.every(isOtherWord)) {
    const expected = listInWords(issue.errors.flat().flatMap(expectedWords));
    const message =
      issue.input === undefined ? "this field is missing" : `should be ${expected}, found ${valueInWords(issue.input)}`;
    return [{ ...issue, message }];
  }
  return best.issues.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

function reachOf(issues: readonly Issue[]) {
  return {
    /** Whether the value is of the kind that the form is for. */
    kind: issues.some(isOfAnotherKind) ? 0 : 1,
    /** Fields that the form lacks or does not know, tags that belong to another form. */
    strangers: issues.filter(isStranger).length,
    depth: Math.max(0, ...issues.map(({ path }) => path.length)),
    issues: issues.length,
  };
}

/** Furthest first. */
function compare(a: ReturnType<typeof reachOf>, b: ReturnType<typeof reachOf>): number {
  return b.kind - a.kind || a.strangers - b.strangers || b.depth - a.depth || a.issues - b.issues;
}

function isOfAnotherKind(issue: Issue): boolean {
  if (issue.path.length > 0) return false;
  if (issue.code === "invalid_union") return true;
  // Infinity and NaN are numbers, but a case may not hold them.
  if (issue.code === "invalid_type") return issue.expected !== "number" || typeof issue.input !== "number";
  return issue.code === "invalid_value" && !issue.values.some((value) => typeof value === typeof issue.input);
}

/** One word such as "" beside other forms: a value that is another word is not closer to it than to those. */
function isOtherWord(issue: Issue): boolean {
  return issue.code === "invalid_value" && issue.path.length === 0 && issue.values.length === 1;
}

function isStranger(issue: Issue): boolean {
  if (issue.code === "unrecognized_keys") return true;
  // A literal such as `type: "file"`, by which one form is told from another.
  if (issue.code === "invalid_value")
    return issue.path.length > 0 && issue.values.length === 1 && typeof issue.values[0] === "string";
  return issue.code === "invalid_type" && issue.input === undefined;
}

function expectedWords(issue: Issue): string[] {
  if (issue.code === "invalid_type") return [kindInWords(issue.expected)];
  if (issue.code === "invalid_value") return issue.values.map(valueInWords);
  return issue.code === "invalid_union" ? issue.errors.flat().flatMap(expectedWords) : [];
}
