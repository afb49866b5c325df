import { createHash } from "node:crypto";
import type { GatewayTrial } from "./types.ts";

/** So many trials are remembered when they are over: a call that comes late comes soon. */
const mostRemembered = 1_000;

/** The trials whose conversations are under way, by token. */
export class OpenTrials {
  readonly #byToken = new Map<string, GatewayTrial>();
  readonly #byTrace = new Map<string, string>();
  readonly #over = new Map<string, string>();
  #late = new Map<string, number>();

  add(token: string, trial: GatewayTrial): void {
    this.#byToken.set(token, trial);
    this.#byTrace.set(traceIdOf(token), token);
  }

  remove(token: string): void {
    const trial = this.#byToken.get(token);
    if (!trial) return;
    this.#byToken.delete(token);
    this.#over.set(token, trial.caseId);
    const [oldest] = this.#over.keys();
    if (oldest === undefined || this.#over.size <= mostRemembered) return;
    this.#over.delete(oldest);
    this.#byTrace.delete(traceIdOf(oldest));
  }

  get(token: string): GatewayTrial | undefined {
    return this.#byToken.get(token);
  }

  /** By the id of a trace that its agent was called with: "00-TRACE-SPAN-01". */
  traced(traceparent: string | undefined): string | undefined {
    const trace = traceparent?.split("-")[1];
    return trace === undefined ? undefined : this.#byTrace.get(trace);
  }

  /** Counts a call that came when its trial was over, and gives the trial's case, where it is known. */
  countLate(token: string): string | undefined {
    const caseId = this.#over.get(token);
    if (caseId !== undefined) this.#late.set(caseId, (this.#late.get(caseId) ?? 0) + 1);
    return caseId;
  }

  /** How many calls came too late, by case, since this was last asked. */
  takeLate(): ReadonlyMap<string, number> {
    const late = this.#late;
    this.#late = new Map();
    return late;
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

/** Model calls of agents' own clients that came when their conversations were over, by case, since this was last asked. */
export function takeLateCalls(): ReadonlyMap<string, number> {
  return openTrials.takeLate();
}
