import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject } from "../base/index.ts";
import { hashFiles } from "./module-loader.ts";
import { packageOf } from "./user-place.ts";

/** Kept, because Node too keeps the package that it has loaded, even if another version is installed meanwhile. */
const described = new Map<string, { name: string; version: string | undefined }>();

/** The packages that files belong to, by name. Of one that is there several times, all versions: "1.0.0, 2.1.0". */
export function packageVersions(files: readonly string[]): Record<string, string> {
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
  const { name, version } = readPackage(folder);
  const named = folder.replace(/^.*[\\/]node_modules[\\/]/, "").replaceAll("\\", "/");
  const found = {
    name: typeof name === "string" && name !== "" ? name : named,
    version: typeof version === "string" && version !== "" ? version : undefined,
  };
  described.set(folder, found);
  return found;
}

function readPackage(folder: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return isJsonObject(read) ? read : {};
  } catch {
    return {};
  }
}
