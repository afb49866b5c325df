import type { z } from "zod";
import { kindInWords, listInWords, unionMessage, valueInWords } from "../../shape/index.ts";

type Issue = z.core.$ZodIssue;

/**
 * What really went wrong in a union: the issues of the form that matches best or, if the value is of a kind that no form
 * knows, one sentence that names all forms. Any other issue is left as it is.
 */
export function furthestBranch(issue: Issue): Issue[] {
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

interface Reach {
  /** Whether the value is of the kind that the form is for. */
  kind: 0 | 1;
  /** Fields that the form lacks or does not know, tags that belong to another form. */
  strangers: number;
  depth: number;
  issues: number;
}

function reachOf(issues: readonly Issue[]): Reach {
  return {
    kind: issues.some(isOfAnotherKind) ? 0 : 1,
    strangers: issues.filter(isStranger).length,
    depth: Math.max(0, ...issues.map(({ path }) => path.length)),
    issues: issues.length,
  };
}

/** Furthest first. */
function compare(a: Reach, b: Reach): number {
  return b.kind - a.kind || a.strangers - b.strangers || b.depth - a.depth || a.issues - b.issues;
}

function isOfAnotherKind(issue: Issue): boolean {
  if (issue.path.length > 0) return false;
  if (issue.code === "invalid_union") return true;
  // Infinity and NaN are numbers, but a case may not hold them.
  if (issue.code === "invalid_type") return issue.expected !== "number" || typeof issue.input !== "number";
  return issue.code === "invalid_value" && !issue.values.some((value) => typeof value === typeof issue.input);
}

/** One word such as "" beside other forms: a value that is another word is no closer to it than to those. */
function isOtherWord(issue: Issue): boolean {
  return issue.code === "invalid_value" && issue.path.length === 0 && issue.values.length === 1;
}

function isStranger(issue: Issue): boolean {
  if (issue.code === "unrecognized_keys") return true;
  if (issue.code === "invalid_value") return issue.path.length > 0 && isTag(issue.values);
  return issue.code === "invalid_type" && issue.input === undefined;
}

/** A literal such as `type: "file"`, by which one form is told from another. */
function isTag(values: readonly unknown[]): boolean {
  return values.length === 1 && typeof values[0] === "string";
}

function expectedWords(issue: Issue): string[] {
  if (issue.code === "invalid_type") return [kindInWords(issue.expected)];
  if (issue.code === "invalid_value") return issue.values.map(valueInWords);
  return issue.code === "invalid_union" ? issue.errors.flat().flatMap(expectedWords) : [];
}
