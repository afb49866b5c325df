import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Jiti, JitiOptions } from "jiti";
import { InputError, isJsonObject, type JsonObject, readRegularFileSync } from "../base/index.ts";

/** What the nearest tsconfig.json says, with those that it extends; undefined if there is none. */
export function compilerOptionsFor(file: string): JsonObject | undefined {
  const folder = dirname(file);
  const found = join(folder, "tsconfig.json");
  if (existsSync(found)) return optionsIn(found);
  return folder === file ? undefined : compilerOptionsFor(folder);
}

/** JSON with comments and with commas before a closing bracket. A file that cannot be read says nothing here. */
function optionsIn(file: string, mostDeep = 9): JsonObject {
  const comments = /("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=\s*[}\]])/g;
  const { resolve } = createRequire(file);
  const given = orNothing(() => JSON.parse(String(readRegularFileSync(file)).replaceAll(comments, "$1")));
  const { extends: bases = [], compilerOptions } = isJsonObject(given) ? given : {};
  const inherited = [bases].flat().map((base) => {
    const found = orNothing(() => resolve(String(base))) ?? orNothing(() => resolve(`${base}/tsconfig.json`));
    return found === undefined || mostDeep === 0 ? {} : optionsIn(found, mostDeep - 1);
  });
  return Object.assign({}, ...inherited, compilerOptions);
}

function orNothing<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** How JSX is compiled: by the functions or the package that the project names, or by React's runtime. */
export function jsxFor({ jsxFactory, jsxFragmentFactory, jsxImportSource }: JsonObject): object {
  if (jsxImportSource) return { runtime: "automatic", importSource: jsxImportSource };
  if (!jsxFactory) return { runtime: "automatic" };
  return { runtime: "classic", pragma: jsxFactory, ...(jsxFragmentFactory ? { pragmaFrag: jsxFragmentFactory } : {}) };
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
