import { z } from "zod";
import { patternProblem } from "../base/index.ts";

/** Why a text is not a regular expression, or undefined when it is one. */
export function patternFault(source: string, flags = ""): string | undefined {
  // Wrong flags are reported by the flags' own check.
  const problem = patternProblem(source, flags.replace(/[^imsuv]/g, ""));
  return problem === undefined ? undefined : `not a regular expression: ${problem}`;
}

/** The source of a regular expression, without flags. */
export const patternSchema = z
  .string()
  .min(1)
  .check((context) => {
    const fault = patternFault(context.value);
    if (fault) context.issues.push({ code: "custom", message: fault, input: context.value });
  });
