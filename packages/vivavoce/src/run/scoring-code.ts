import { hashOf } from "../base/index.ts";
import type { AgentIdentity, SuiteHeader } from "../shape/index.ts";

type Code = Pick<AgentIdentity, "code" | "files">;

/** What a suite's metrics are made of: the suite's code, and the files that it names. */
export function scoringCode(agents: readonly Code[]): string {
  return hashOf([...new Set(agents.map(({ code, files }) => `${code} ${files}`))].sort());
}

/** The code that has scored the trials of a stored suite: that which played them, or a later one. */
export function scoredCode({ scoredBy, variants }: Pick<SuiteHeader, "scoredBy" | "variants">): string {
  return scoredBy ?? scoringCode(variants.map(({ agent }) => agent));
}

/** In the place of a hash, if not all scores were given by the same code. */
export const severalCodes = "several";
