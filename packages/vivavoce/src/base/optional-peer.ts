import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { hasCode, InputError } from "./errors.ts";

/**
 * Loads packages that only some users need, when they are needed: from the project, then from where Viva is. Without them
 * the error names the command that installs all of them.
 */
export async function loadPeers(names: readonly string[], what: string): Promise<unknown[]> {
  const places = [createRequire(join(process.cwd(), "package.json")), createRequire(import.meta.url)];
  const files = names.map((name) => places.map((place) => resolved(place, name)).find((file) => file !== undefined));
  if (files.includes(undefined)) {
    const missing = names.filter((_, index) => files[index] === undefined);
    throw new InputError({
      message: `${what} needs ${missing.join(" and ")}, which ${missing.length === 1 ? "is" : "are"} not installed`,
      remedy: `npm install ${names.join(" ")}`,
    });
  }
  return Promise.all(files.map((file) => import(pathToFileURL(file ?? "").href)));
}

function resolved(place: NodeJS.Require, name: string): string | undefined {
  try {
    return place.resolve(name);
  } catch (error) {
    if (hasCode(error, "MODULE_NOT_FOUND")) return undefined;
    throw error;
  }
}
