import { InfrastructureError } from "../base/index.ts";

/** Why a model call gave no answer. */
export const modelFailures = [
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
