import type { Usage } from "../shape/index.ts";

/** A server's approximate work for an answer, in written tokens. Reading is faster, and starting also takes time. */
export function workOf(usage: Usage | undefined): number {
  return usage === undefined ? 1 : 20 + usage.outputTokens + usage.inputTokens / 20;
}
