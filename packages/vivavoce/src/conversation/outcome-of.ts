import type { AgentFailure } from "../agent/index.ts";
import { isError, messageOf, sentencesOf, VivaError } from "../base/index.ts";
import { ModelError } from "../model/index.ts";
import { lastExchange, type Outcome, type Transcript } from "../shape/index.ts";
import type { Ending } from "./deadline.ts";
import { failureIn } from "./model-activity.ts";
import type { ExchangeScope } from "./running-trial.ts";

/** What is known about an exchange once it is over, besides what it recorded. */
interface ExchangeFacts {
  ending: Exclude<Ending, { kind: "interrupted" }>;
  /** The time limit in words. */
  timeLimit: string;
  /** The outage of a tool. */
  toolFailure: unknown;
  /** At least half of the time was spent waiting for one call that was never answered. */
  waitedForModel: boolean;
  /** The lines of the project's own code that an error came through. */
  stackOf?: ((error: unknown) => string | undefined) | undefined;
}

/**
 * How an exchange went. An outage comes first, however the agent handled it: what it did without its model's answer says
 * nothing about it. Then come errors that it threw, the limits, and an empty reply.
 */
export function outcomeOf({ number: exchange, recorder, activity }: ExchangeScope, facts: ExchangeFacts): Outcome {
  const { ending } = facts;
  const modelFailure = failureIn(activity) ?? facts.toolFailure;
  const overrun = activity.overrun ?? recorder.overrun;
  if (ending.kind === "threw" && isInfrastructure(ending.error)) {
    return { kind: "infrastructure", message: sentencesOf(ending.error), exchange };
  }
  if (modelFailure !== undefined) {
    const during = ending.kind === "timeout" ? `${facts.timeLimit}, while a model call failed: ` : "";
    return { kind: "infrastructure", message: `${during}${sentencesOf(modelFailure)}`, exchange };
  }
  const failed = (reason: AgentFailure["reason"], message: string) => {
    return { kind: "agent-failed" as const, reason, message, exchange };
  };
  if (overrun) return failed(overrun.reason, overrun.message);
  if (ending.kind === "timeout" && facts.waitedForModel) {
    return { kind: "infrastructure", message: `${facts.timeLimit}, most of it waiting for a model`, exchange };
  }
  if (ending.kind === "timeout") {
    const why = ending.blocked ? ", because its code blocked the event loop" : ending.told ? `: ${ending.told}` : "";
    return failed("time-limit", `${facts.timeLimit}${why}`);
  }
  if (ending.kind === "threw") {
    const stack = facts.stackOf?.(ending.error);
    const outcome = failed(reasonOf(ending.error), messageOf(ending.error));
    return stack === undefined ? outcome : { ...outcome, stack };
  }
  // It may have chosen to say nothing, or have ended the conversation.
  const isDone = recorder.saidOrDidSomething || recorder.quiet || recorder.hangup([]) !== undefined;
  if (isDone) return { kind: "completed" };
  return failed("empty-reply", "the agent said nothing and called no tool");
}

/** The transcript of a conversation that an outage has spoiled, whatever the agent did about it. */
export function asOutage(transcript: Transcript, message: string): Transcript {
  const exchange = lastExchange(transcript);
  const outcome = { kind: "infrastructure", message, ...(exchange === undefined ? {} : { exchange }) } as const;
  return { ...transcript, outcome };
}

/** Whether an error or one of its causes is an outage. Agents wrap errors, so the causes are followed. */
function isInfrastructure(error: unknown): boolean {
  try {
    for (let cause = error, depth = 0; isError(cause) && depth < 8; cause = cause.cause, depth++) {
      if (isAgentFailure(cause)) return false;
      if (ModelError.is(cause) || (VivaError.isInstance(cause) && cause.name === "InfrastructureError")) return true;
    }
  } catch {
    // If reading it throws, it is not one of Viva's errors.
  }
  return false;
}

const reasons: readonly unknown[] = ["threw", "call-limit", "time-limit", "empty-reply", "crashed", "protocol"];

/** The reason for which an agent gave up, if it did. */
function reasonOf(error: unknown): AgentFailure["reason"] {
  return isAgentFailure(error) && reasons.includes(error.reason) ? error.reason : "threw";
}

function isAgentFailure(error: unknown): error is AgentFailure {
  return VivaError.isInstance(error) && error.name === "AgentFailure";
}
