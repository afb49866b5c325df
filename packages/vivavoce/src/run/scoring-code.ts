import { hashOf } from "../base/index.ts";
import type { AgentIdentity, SuiteHeader } from "../shape/index.ts";

type Code = Pick<AgentIdentity, "code" | "files">;

/** What a suite's metrics are made of: the suite's code, the files that it names, and the packages that both use. */
export function scoringCode({ sources }: Pick<SuiteHeader, "sources">, agents: readonly Code[]): string {
  const codes = [...new Set(agents.map(({ code, files }) => `${code} ${files}`))].sort();
  return hashOf({ codes, packages: sources?.packages ?? {} });
}

/** The code that has scored the trials of a stored suite: that which played them, or a later one. */
export function scoredCode(header: Pick<SuiteHeader, "scoredBy" | "variants" | "sources">): string {
  return (
    header.scoredBy ??
    scoringCode(
      header,
      header.variants.map(({ agent }) => agent),
    )
  );
}
