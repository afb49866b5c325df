import type { z } from "zod";
import { issueMessage } from "./issue-messages.ts";

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
