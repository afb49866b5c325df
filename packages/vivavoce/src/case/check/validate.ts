import type { z } from "zod";
import { type JsonSchema, messageOf } from "../../base/index.ts";
import { type Case, type CaseInput, caseSchema, issueMessage } from "../../shape/index.ts";
import type { CaseFiles, CaseSchema } from "../case-files.ts";
import { inputSchemaOf } from "../json-schema.ts";
import { withoutSchema } from "../read/case-list.ts";
import { type Complaint, complaintsOf } from "./complaints.ts";

/** A finished case, or all complaints about it. `shape` says which of the two shapes the paths lead through. */
export type Validation =
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
