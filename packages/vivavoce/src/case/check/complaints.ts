import type { z } from "zod";
import { type JsonSchema, nearest } from "../../base/index.ts";
import { pathInWords, suggestion, valueInWords } from "../../shape/index.ts";
import type { Path } from "../read/placed-tree.ts";
import { furthestBranch } from "./furthest-branch.ts";
import { knownFields } from "./known-fields.ts";

/** One thing that a schema finds wrong with a case. */
export interface Complaint {
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
