import { z } from "zod";
import { readAs } from "../case/index.ts";

/** A body as text; undefined if it is too long, whatever length it claims to have. */
export async function textUpTo(most: number, body: ReadableStream<Uint8Array> | null): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A misspelt field is told, not ignored. */
export function strict(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodObject ? schema.strict() : schema;
}

export function readQuery(schema: z.ZodType, given: URLSearchParams): { data: unknown } | { error: string } {
  const fields = [...given.keys()];
  const twice = fields.find((field, index) => fields.indexOf(field) !== index);
  if (twice !== undefined) return { error: `${twice}: given more than once` };
  return readFields(schema, Object.fromEntries(given));
}

export function readFields(schema: z.ZodType, given: unknown): { data: unknown } | { error: string } {
  const read = readAs(schema, given);
  return "data" in read ? read : { error: read.problems.join("; ") };
}
