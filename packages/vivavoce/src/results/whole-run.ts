import type { StoredRun } from "../store/index.ts";

/** Why a run says nothing about the agent on the whole suite. */
export type NotWhole = "stand-in" | "selected cases";

/**
 * A run of `--agent nothing|random`, or of selected cases (`--case`, `--tag`, `--failed`, `--users`), is not a measure of the suite:
 * neither a point of its history nor a baseline. Undefined for every other.
 */
export function whyNotWhole({ header }: Pick<StoredRun, "header">): NotWhole | undefined {
  const { agent, cases, tags, failed, users } = header.options;
  if (agent !== undefined) return "stand-in";
  return cases.length > 0 || tags.length > 0 || failed || users !== undefined ? "selected cases" : undefined;
}
