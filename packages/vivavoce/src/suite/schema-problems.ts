import type { z } from "zod";
import { nearest, type Problem } from "../base/index.ts";

/** What a schema found wrong with something a user wrote in code: whose it is, which field, and what was probably meant. */
export function schemaProblems(error: z.ZodError, subject: string, fields: readonly string[]): Problem[] {
  return error.issues.map((issue) => {
    const meant =
      issue.code === "unrecognized_keys" && issue.path.length === 0 ? nearest(issue.keys[0] ?? "", fields) : undefined;
    return {
      message: `${subject}: ${issue.path.join(".") || "definition"}: ${issue.message}`,
      ...(meant === undefined ? {} : { remedy: `Did you mean ${meant}?` }),
    };
  });
}
