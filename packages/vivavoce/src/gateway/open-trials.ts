import { createHash } from "node:crypto";
import type { SpokenTrial } from "./attribution.ts";
import type { GatewayTrial } from "./types.ts";

/** How many trials that are over are remembered: what comes late comes soon. */
const mostOver = 200;

/** A trial that is over. */
export interface OverTrial extends SpokenTrial {
  /** Told of calls that come all the same; left out where the agent was cut off, and was told so. */
  late?: (() => void) | undefined;
}

/** The trials whose conversations are under way, by token. */
export class OpenTrials {
  readonly #byToken = new Map<string, GatewayTrial>();
  readonly #byTrace = new Map<string, string>();

  readonly #over = new Map<string, OverTrial>();

  add(token: string, trial: GatewayTrial): void {
    this.#byToken.set(token, trial);
    this.#byTrace.set(traceIdOf(token), token);
  }

  remove(token: string, late?: () => void): void {
    const { caseId = "", lines = [] } = this.#byToken.get(token) ?? {};
    this.#over.set(token, { caseId, lines, late });
    for (const oldest of this.#over.keys().take(Math.max(0, this.#over.size - mostOver))) this.#over.delete(oldest);
    this.#byToken.delete(token);
    this.#byTrace.delete(traceIdOf(token));
  }

  get(token: string): GatewayTrial | undefined {
    return this.#byToken.get(token);
  }

  /** One that is over, as long as it is remembered. */
  over(token: string): OverTrial | undefined {
    return this.#over.get(token);
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
