import { VivaError } from "../base/index.ts";

/** An agent gives up, for example after too many model calls: the agent failed, not Viva or a model. */
export class AgentFailure extends VivaError {
  override readonly name = "AgentFailure";
  /** What went wrong, as the outcome of a transcript names it. */
  readonly reason: "threw" | "call-limit" | "time-limit" | "empty-reply" | "crashed" | "protocol";

  constructor(message: string, reason: AgentFailure["reason"] = "threw") {
    super({ message });
    this.reason = reason;
  }
}
