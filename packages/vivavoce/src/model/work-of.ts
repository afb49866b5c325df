import type { Usage } from "../transcript/index.ts";

/** Roughly what an answer takes a server, in tokens written: reading is quicker, and to begin takes some time too. */
export function workOf(usage: Usage | undefined): number {
  return usage === undefined ? 1 : 20 + usage.outputTokens + usage.inputTokens / 20;
}
