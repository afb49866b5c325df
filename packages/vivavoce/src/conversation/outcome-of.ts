import type { AgentFailure } from "../agent/index.ts";
import { messageOf, VivaError } from "../base/index.ts";
import { ModelError } from "../model/index.ts";
import type { Outcome } from "../transcript/index.ts";

/** How an exchange ended that did not end well: by the agent's fault, or by that of what it stands on. */
export function outcomeOf(error: unknown, exchange: number): Outcome {
  if (isInfrastructure(error)) return { kind: "infrastructure", message: messageOf(error), exchange };
  const reason = isAgentFailure(error) ? error.reason : "threw";
  return { kind: "agent-failed", reason, message: messageOf(error), exchange };
}

/** The time limit struck. Waiting on a model that had already failed is an outage; anything else is the agent's. */
export function outcomeOfTimeout(limit: string, failure: unknown, exchange: number): Outcome {
  if (ModelError.is(failure) && (failure.failure !== "cancelled" || ModelError.is(failure.cause))) {
    const cause = ModelError.is(failure.cause) ? failure.cause : failure;
    return { kind: "infrastructure", message: `${limit}, while a model call failed: ${messageOf(cause)}`, exchange };
  }
  return { kind: "agent-failed", reason: "time-limit", message: limit, exchange };
}

/** Whether an error, or what caused it, came from below the agent: agents wrap errors, so the chain is followed. */
export function isInfrastructure(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth++) {
    if (isAgentFailure(cause)) return false;
    if (ModelError.is(cause) || (VivaError.isInstance(cause) && cause.name === "InfrastructureError")) return true;
  }
  return false;
}

function isAgentFailure(error: unknown): error is AgentFailure {
  return VivaError.isInstance(error) && error.name === "AgentFailure";
}
