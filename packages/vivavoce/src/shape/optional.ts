import type { z } from "zod";

/** A field that may be left out, and what it says: the JSON Schemas and the reference are made of these words. */
export function optional<Schema extends z.ZodType>(field: Schema, about: string): z.ZodOptional<Schema> {
  return field.optional().describe(about);
}
