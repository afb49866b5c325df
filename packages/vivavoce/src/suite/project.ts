import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { refuseIrregular } from "../base/index.ts";
import { type Config, configOf, defineConfig } from "./config.ts";
import type { loadModule, OwnModules } from "./module-loader.ts";

/** The project: the folder of the nearest config, or the working directory if there is none. */
export interface Project {
  root: string;
  configFile: string | undefined;
  config: Config;
  load: Parameters<typeof loadModule>[1];
}

/** What a config may be called. */
export const configNames = ["viva.config.ts", "viva.config.mts", "viva.config.js", "viva.config.mjs"];

/** Finds and loads the nearest config, from a folder upwards. */
export async function openProject(from: string, own: OwnModules): Promise<Project> {
  const configFile = nearestConfig(resolve(from));
  if (configFile === undefined) {
    return { root: resolve(from), configFile, config: defineConfig({}), load: { own } };
  }
  refuseIrregular(configFile, statSync(configFile));
  // Much is behind it that a command without the user's code does not need.
  const { loadModule } = await import("./module-loader.ts");
  const { value } = await loadModule(configFile, { own });
  const config = configOf(value, configFile);
  const root = dirname(configFile);
  return { root, configFile, config, load: { own, alias: absoluteAlias(config.alias, root) } };
}

function nearestConfig(folder: string): string | undefined {
  const found = configNames.map((name) => join(folder, name)).find((file) => existsSync(file));
  if (found !== undefined) return found;
  const parent = dirname(folder);
  return parent === folder ? undefined : nearestConfig(parent);
}

/** Aliases of a config, their targets made absolute. */
function absoluteAlias(alias: Config["alias"] = {}, folder: string): Record<string, string> {
  const absolute = (target: string) => (target.startsWith(".") ? resolve(folder, target) : target);
  return Object.fromEntries(Object.entries(alias).map(([name, target]) => [name, absolute(target)]));
}
