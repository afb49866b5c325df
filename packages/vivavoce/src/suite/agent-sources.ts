import type { Agent } from "../agent/index.ts";
import { sha256 } from "../base/index.ts";
import type { AgentSources } from "../shape/index.ts";
import { identityFiles } from "./agent-identity.ts";
import type { LoadedSuite } from "./load-suites.ts";
import { namedFiles } from "./module-loader.ts";
import { packageVersions } from "./package-versions.ts";

/** Of longer files only the hash is kept: prompts are shorter, and a run's header stays small. */
const longestText = 50_000;

/** The agent's files, one by one, so that a comparison can name what changed and show how a prompt changed. */
export async function agentSources(loaded: LoadedSuite, agents: readonly Agent[] = []): Promise<AgentSources> {
  const files = namedFiles(await identityFiles(loaded), loaded.folder).map(({ name, content }) => {
    const text = content.length <= longestText ? textOf(content) : undefined;
    return [name, { hash: sha256(content), ...(text === undefined ? {} : { text }) }] as const;
  });
  // These may be whole programs, so only their hashes are kept.
  const own = new Set(agents.flatMap((agent) => agent.files?.(loaded.folder) ?? []));
  const programs = namedFiles([...own], loaded.folder).map(
    ({ name, content }) => [name, { hash: sha256(content) }] as const,
  );
  const modules = namedFiles(loaded.modules, loaded.folder).map(
    ({ name, content }) => [name, sha256(content)] as const,
  );
  return {
    files: Object.fromEntries([...programs, ...files]),
    modules: Object.fromEntries(modules),
    ...(loaded.packages ? { packages: packageVersions(loaded.packages) } : {}),
  };
}

/** Undefined for what is not text, such as a picture. */
function textOf(content: Uint8Array): string | undefined {
  const text = Buffer.from(content).toString("utf8");
  return text.includes("\u0000") || text.includes("\ufffd") ? undefined : text;
}
