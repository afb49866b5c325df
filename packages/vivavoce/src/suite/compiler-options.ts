import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import type { Jiti, JitiOptions } from "jiti";
import { InputError, isJsonObject, type JsonObject, readRegularFileSync } from "../base/index.ts";

/** What the nearest tsconfig.json says, with those that it extends; undefined if there is none. */
export function compilerOptionsFor(file: string): JsonObject | undefined {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const found = join(folder, "tsconfig.json");
    if (existsSync(found)) return optionsIn(found, []);
    if (folder === dirname(folder)) return undefined;
  }
}

function optionsIn(file: string, seen: readonly string[]): JsonObject {
  const text = seen.includes(file) || !existsSync(file) ? "{}" : String(readRegularFileSync(file));
  const config = parsed(text);
  const bases = [config.extends].flat().filter((base) => typeof base === "string");
  const inherited = bases.map((base) => optionsIn(extended(base, file), [...seen, file]));
  return Object.assign({}, ...inherited, config.compilerOptions);
}

/** JSON with comments and with commas before a closing bracket. A file that cannot be read says nothing here. */
function parsed(text: string): JsonObject {
  const plain = text.replaceAll(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=\s*[}\]])/g, "$1");
  try {
    const value: unknown = JSON.parse(plain);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

function extended(base: string, from: string): string {
  if (/^\.|^[\\/]|^[a-z]:/i.test(base)) {
    const path = resolve(dirname(from), base);
    return path.endsWith(".json") ? path : `${path}.json`;
  }
  const { resolve: find } = createRequire(from);
  for (const name of [base, `${base}.json`, `${base}/tsconfig.json`]) {
    try {
      return find(name);
    } catch {
      // Written in another way.
    }
  }
  return base;
}

/** How JSX is compiled: by the functions or the package that the project names, or by React's runtime. */
export function jsxFor({ jsxFactory, jsxFragmentFactory, jsxImportSource }: JsonObject): object {
  if (typeof jsxImportSource === "string") return { runtime: "automatic", importSource: jsxImportSource };
  if (typeof jsxFactory !== "string") return { runtime: "automatic" };
  const fragment = typeof jsxFragmentFactory === "string" ? { pragmaFrag: jsxFragmentFactory } : {};
  return { runtime: "classic", pragma: jsxFactory, ...fragment };
}

/** Babel leaves decorated fields to a plugin that is not there, with this function in their place, which throws. */
const warning = /function _initializerWarningHelper\((\w+), (\w+)\) \{[^}]*\}/;
const value = "function _initializerWarningHelper($1, $2) { return $1?.initializer?.call($2); }";
/** In place of metadata that nobody collects stands a decorator. It must return nothing, but returns the class. */
const stub = /(\bReflect\.metadata\?\.\(.*?\) \|\| )\(\(t\) => t\)/g;

/**
 * Compiles like `base`. Decorators become those of `experimentalDecorators`; decorators as the standard has them would be
 * called with other arguments.
 */
export function compileBy(
  base: Pick<Jiti, "transform">,
  options: JsonObject | undefined,
): NonNullable<JitiOptions["transform"]> {
  return (asked) => {
    const code = base.transform(asked);
    if (!code.includes("_applyDecoratedDescriptor(")) return { code };
    if (!options || options.experimentalDecorators === true)
      return { code: code.replace(warning, value).replaceAll(stub, "$1(() => {})") };
    throw new InputError({
      message: "decorators of methods and fields work only as experimentalDecorators has them",
      place: { file: asked.filename ?? "" },
      remedy:
        "Set experimentalDecorators: true in tsconfig.json if they are written for it, or call the functions by hand.",
    });
  };
}
