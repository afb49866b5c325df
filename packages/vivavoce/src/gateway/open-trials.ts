import { createHash } from "node:crypto";
import type { GatewayTrial } from "./types.ts";

/** The trials whose conversations are under way, by token. */
export class OpenTrials {
  readonly #byToken = new Map<string, GatewayTrial>();
  readonly #byTrace = new Map<string, string>();

  add(token: string, trial: GatewayTrial): void {
    this.#byToken.set(token, trial);
    this.#byTrace.set(traceIdOf(token), token);
  }

  remove(token: string): void {
    this.#byToken.delete(token);
    this.#byTrace.delete(traceIdOf(token));
  }

  get(token: string): GatewayTrial | undefined {
    return this.#byToken.get(token);
  }

  /** By the id of a trace that its agent was called with: "00-TRACE-SPAN-01". */
  traced(traceparent: string | undefined): string | undefined {
    const trace = traceparent?.split("-")[1];
    return trace === undefined ? undefined : this.#byTrace.get(trace);
  }

  all(): GatewayTrial[] {
    return [...this.#byToken.values()];
  }
}

/** The trace that all requests to the agent of a trial belong to. Says nothing of the token, which is a key. */
export function traceIdOf(token: string): string {
  return createHash("sha256").update(token).digest("hex").slice(0, 32);
}

/** Of this process. */
export const openTrials = new OpenTrials();
