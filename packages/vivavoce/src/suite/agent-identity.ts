import { readFileSync, realpathSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Agent } from "../agent/index.ts";
import {
  hashOf,
  InputError,
  isJsonObject,
  type JsonValue,
  type Problem,
  readRegularFileSync,
  relativePath,
  sha256,
  toJsonValue,
} from "../base/index.ts";
import type { AgentIdentity, AgentSources, Variant } from "../shape/index.ts";
import type { LoadedSuite } from "./load-suites.ts";
import { orElse, packageOf } from "./user-place.ts";

export async function agentIdentity(loaded: LoadedSuite, agent: Agent, facts: { variant: Variant; models: JsonValue }) {
  const identity = {
    name: agent.name,
    version: agent.version,
    variant: facts.variant,
    models: facts.models,
    tools: hashOf(toJsonValue(agent.tools ?? [])),
    code: hashFiles(loaded.modules, loaded.folder),
    files: hashFiles([...(await identityFiles(loaded)), ...(agent.files?.(loaded.folder) ?? [])], loaded.folder),
  };
  const packages = loaded.packages && packageVersions(loaded.packages);
  const hash = hashOf({ ...identity, node: process.versions.node, ...(packages ? { packages } : {}) });
  return { ...identity, hash } satisfies AgentIdentity;
}

/** A hash over files, named relative to a folder so that a checkout elsewhere has the same. */
function hashFiles(files: readonly string[], folder: string): string {
  return hashOf(namedFiles(files, folder).map(({ name, content }) => [name, sha256(content)]));
}

/** Files with their content, named relative to a folder and in the order of their names. */
function namedFiles(files: readonly string[], folder: string): { name: string; content: Uint8Array }[] {
  const realPath = (file: string) => orElse(() => realpathSync(file), resolve(file));
  const from = realPath(folder);
  const named = files.map((file) => {
    return { name: relativePath(from, realPath(file)), content: readRegularFileSync(file) };
  });
  return named.sort(({ name: a }, { name: b }) => (a < b ? -1 : a > b ? 1 : 0));
}

/** The files that `suite.files` names; a pattern that matches no file is an error. */
async function identityFiles({ suite, folder, file }: LoadedSuite): Promise<string[]> {
  const found: string[] = [];
  const problems: Problem[] = [];
  for (const pattern of suite.files ?? []) {
    const before = found.length;
    for await (const entry of glob(pattern, { cwd: folder, withFileTypes: true })) {
      if (!entry.isDirectory()) found.push(join(entry.parentPath, entry.name));
    }
    if (found.length > before) continue;
    const message = `suite ${suite.name}: files: no file matches ${pattern}`;
    problems.push({ message, place: { file }, remedy: 'Name files, relative to the suite: "./prompts/*.md".' });
  }
  if (problems.length > 0) throw new InputError(problems);
  return [...new Set(found)];
}

/** The parts in which two identities differ, in words. */
export function identityDifferences(before: AgentIdentity, after: AgentIdentity): string[] {
  const names: [keyof AgentIdentity, string][] = [
    ["name", "the agent's name"],
    ["version", "the agent's version"],
    ["models", "the models or their parameters"],
    ["tools", "the agent's tools"],
    ["code", "the code of the suite or of what it imports"],
    ["files", "the suite's files (prompts)"],
  ];
  return names.filter(([field]) => hashOf(before[field]) !== hashOf(after[field])).map(([, words]) => words);
}

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

/** Kept, because Node too keeps the package that it has loaded, even if another version is installed meanwhile. */
const described = new Map<string, { name: string; version: string | undefined }>();

/** The packages that files belong to, by name. Of one that is there several times, all versions: "1.0.0, 2.1.0". */
function packageVersions(files: readonly string[]): Record<string, string> {
  const versions = new Map<string, Set<string>>();
  for (const [folder, own = []] of Map.groupBy(files, (file) => packageOf(file) ?? "")) {
    const { name, version = `no version, content ${hashFiles(own, folder).slice(0, 8)}` } = describe(folder);
    versions.set(name, (versions.get(name) ?? new Set()).add(version));
  }
  const named = [...versions].map(([name, all]) => [name, [...all].sort().join(", ")] as const);
  return Object.fromEntries(named.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function describe(folder: string) {
  const known = described.get(folder);
  if (known) return known;
  const read: unknown = orElse(() => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
  const { name, version } = isJsonObject(read) ? read : {};
  const named = folder.replace(/^.*[\\/]node_modules[\\/]/, "").replaceAll("\\", "/");
  const found = {
    name: typeof name === "string" && name !== "" ? name : named,
    version: typeof version === "string" && version !== "" ? version : undefined,
  };
  described.set(folder, found);
  return found;
}
