import { z } from "zod";
import { InfrastructureError, messageOf, sentencesOf, VivaError } from "../base/index.ts";
import type { CallRecord } from "../shape/index.ts";

/** Why a model call gave no answer. */
const modelFailures = [
  "status", // the server answered with an error status
  "network", // no connection, or it broke
  "timeout",
  "cancelled",
  "bad-answer", // an answer that is not a chat completion
  "no-tape", // nothing recorded for this call
  "tape-differs", // the recorded request is different
] as const;

/** Why a model call gave no answer. */
export type ModelFailure = (typeof modelFailures)[number];

/** A model call failed: infrastructure, never a result about the agent. */
export class ModelError extends InfrastructureError {
  override readonly name = "ModelError";
  /** Why there is no answer. */
  readonly failure: ModelFailure;
  /** The status that the server answered with. */
  readonly status: number | undefined;
  /** After how many milliseconds the server may be asked again. */
  readonly retryAfterMs: number | undefined;

  constructor(facts: {
    message: string;
    failure: ModelFailure;
    status?: number | undefined;
    retryAfterMs?: number | undefined;
    remedy?: string | undefined;
    cause?: unknown;
  }) {
    super(facts);
    this.failure = facts.failure;
    this.status = facts.status;
    this.retryAfterMs = facts.retryAfterMs;
  }

  /** Whether this is a ModelError, also of another copy of the package. */
  static is(error: unknown): error is ModelError {
    return error instanceof Error && error.name === "ModelError" && "failure" in error;
  }
}

const reason = z.strictObject({
  /** Why Viva's own client gave up. */
  failure: z.enum(modelFailures).optional(),
  /** The name of any other error. */
  error: z.string().optional(),
  message: z.string(),
  status: z.number().optional(),
  remedy: z.string().optional(),
});

/** An entry on a tape in place of an answer that never came; a replay throws it again at the same place. */
export const missingAnswerSchema = reason.extend({ cause: reason.optional() });
type MissingAnswer = z.infer<typeof missingAnswerSchema>;

/** A call that got no answer. */
export type FailedCall = Omit<CallRecord, "answer"> & { missing: MissingAnswer };

/** What a tape keeps of an error. */
export function missingOf(error: unknown): MissingAnswer {
  const because = ModelError.is(error) && ModelError.is(error.cause) ? { cause: missingOf(error.cause) } : {};
  return { ...reasonOf(error), ...because };
}

function reasonOf(error: unknown): z.infer<typeof reason> {
  const { name, status, remedy }: Record<string, unknown> = Object(error);
  const number = typeof status === "number" ? { status } : {};
  if (isInfrastructure(error)) {
    const kind = ModelError.is(error) ? { failure: error.failure } : { error: "InfrastructureError" };
    return { ...kind, message: messageOf(error), ...number, ...(typeof remedy === "string" ? { remedy } : {}) };
  }
  return { error: typeof name === "string" && name !== "" ? name : "Error", message: sentencesOf(error), ...number };
}

function isInfrastructure(error: unknown): boolean {
  return ModelError.is(error) || (VivaError.isInstance(error) && error.name === "InfrastructureError");
}

/** The error as it was thrown, so that a caller cannot tell the difference. */
export function errorOf({ failure, error = "Error", cause, ...facts }: MissingAnswer): Error {
  if (failure) return new ModelError({ failure, ...facts, cause: cause && errorOf(cause) });
  if (error === "InfrastructureError") return new InfrastructureError(facts);
  const { message, status } = facts;
  return Object.assign(new Error(message), { name: error, ...(status === undefined ? {} : { status }) });
}

/** The caller cancelled the call, or it was still running when the trial ended. */
export function isCutOff({ missing }: FailedCall): boolean {
  return missing.failure === "cancelled" && missing.cause === undefined;
}
