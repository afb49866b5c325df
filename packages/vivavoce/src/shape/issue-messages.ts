import type { z } from "zod";
import { kindInWords, listInWords, valueInWords } from "./words.ts";

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/** A placeholder for a union's message until `furthestBranch` has found what went wrong. */
export const unionMessage = "fits none of its forms";

/**
 * Viva's wording of a schema's issue, to follow the path and a colon. Given to zod as its error map, so that a
 * message an owner has set in a schema still wins.
 */
export function issueMessage(issue: RawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "this field is missing";
      if (typeof issue.input === "number" && issue.expected === "number") return "should be a finite number";
      return `should be ${kindInWords(issue.expected)}, found ${valueInWords(issue.input)}`;
    case "invalid_value":
      return `should be ${listInWords(issue.values.map(valueInWords))}, found ${valueInWords(issue.input)}`;
    case "too_small":
      return boundMessage(issue, issue.minimum, issue.exact ? "exactly" : issue.inclusive ? "at least" : "over");
    case "too_big":
      return boundMessage(issue, issue.maximum, issue.exact ? "exactly" : issue.inclusive ? "at most" : "under");
    case "invalid_format":
      return `${valueInWords(issue.input)} does not have the form of ${issue.pattern ?? issue.format}`;
    case "not_multiple_of":
      return `should be a multiple of ${issue.divisor}, found ${valueInWords(issue.input)}`;
    case "unrecognized_keys":
      return "unknown field";
    case "invalid_union":
      return unionText(issue);
    case "invalid_key":
      return `a field may not be named so: ${issue.issues.map(({ message }) => message).join("; ")}`;
    case "invalid_element":
      return `one of its entries is wrong: ${issue.issues.map(({ message }) => message).join("; ")}`;
    default:
      return "is not valid";
  }
}

type Bounded = Extract<RawIssue, { code: "too_small" | "too_big" }>;

function boundMessage({ origin, input }: Bounded, bound: number | bigint, relation: string): string {
  const filled = relation === "at least" && bound === 1;
  if (origin === "string") return filled ? "should not be empty" : `should have ${relation} ${bound} characters`;
  if (origin === "array" || origin === "set" || origin === "map") {
    return filled ? "should not be an empty list" : `should have ${relation} ${bound} entries`;
  }
  return `should be ${relation} ${bound}, found ${valueInWords(input)}`;
}

function unionText(issue: Extract<RawIssue, { code: "invalid_union" }>): string {
  if (issue.errors.length > 0) return unionMessage;
  if (issue.inclusive === false) return "fits more than one of its forms; it should fit exactly one";
  const { options } = issue;
  return options && options.length > 0 ? `should be ${listInWords(options.map(valueInWords))}` : unionMessage;
}

/** A value as a schema reads it, or every problem with it, each with the path of its field. */
export function readAs<T>(schema: z.ZodType<T>, value: unknown): { data: T } | { problems: string[] } {
  const read = schema.safeParse(value, { error: issueMessage, reportInput: true });
  if (read.success) return { data: read.data };
  const problems = read.error.issues.flatMap((issue) => {
    const paths = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    return paths.map((path) => (path.length > 0 ? `${path.join(".")}: ${issue.message}` : issue.message));
  });
  return { problems };
}
