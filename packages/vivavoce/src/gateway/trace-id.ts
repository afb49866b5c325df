import { sha256 } from "../base/index.ts";

/**
 * The trace id (W3C, 16 bytes in hex) of a trial, by its token. It is sent to an agent's server as `traceparent`: an
 * instrumented server passes it on with its model calls, and so they are known to be of this trial.
 */
export function traceIdOf(token: string): string {
  return sha256(token).slice(0, 32);
}
