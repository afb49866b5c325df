import { hashOf } from "../base/index.ts";
import type { AgentSources } from "../gate/index.ts";
import type { SuiteHeader } from "../store/index.ts";
import type { AgentIdentity } from "../suite/index.ts";

type Scored = Pick<SuiteHeader, "scoredBy" | "variants" | "sources">;
type Code = Pick<AgentIdentity, "code" | "files">;

/** What a suite's metrics are made of: the suite's code, the files that it names, and the packages that both use. */
export function scoringCode(agents: readonly Code[], { packages }: Pick<AgentSources, "packages"> = {}): string {
  const codes = [...new Set(agents.map(({ code, files }) => `${code} ${files}`))].sort();
  return hashOf(packages ? { codes, packages } : codes);
}

/** The code that has scored the trials of a stored suite: that which played them, or a later one. */
export function scoredCode({ scoredBy, variants, sources }: Scored): string {
  const agents = variants.map(({ agent }) => agent);
  return scoredBy ?? scoringCode(agents, sources);
}

/** In the place of a hash, if not all scores were given by the same code. */
export const severalCodes = "several";
