import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { createJiti, Jiti, JitiOptions } from "jiti";
import { hashOf, InputError, isJsonObject, type JsonObject, readRegularFileSync, version } from "../base/index.ts";
import { orElse } from "./user-place.ts";

/** How the loader compiles a user's file, and what it imports: as tsconfig.json says, and each source only once. */
export function compilerFor(path: string, loaderFor: typeof createJiti): JitiOptions {
  const options = compilerOptionsFor(path);
  const jsx = jsxFor(options ?? {});
  const common = { tsconfigPaths: true, jsx, interopDefault: true, fsCache: false };
  const compile = compileBy(loaderFor(pathToFileURL(path).href, common), options);
  return { ...common, transform: keepCompiled(compile, ownCache(), { jsx, tsconfig: options ?? "none" }) };
}

/** What the nearest tsconfig.json says, with those that it extends; undefined if there is none. */
function compilerOptionsFor(file: string): JsonObject | undefined {
  const folder = dirname(file);
  const found = join(folder, "tsconfig.json");
  if (existsSync(found)) return optionsIn(found);
  return folder === file ? undefined : compilerOptionsFor(folder);
}

/** JSON with comments and with commas before a closing bracket. A file that cannot be read says nothing here. */
function optionsIn(file: string, mostDeep = 9): JsonObject {
  const comments = /("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=\s*[}\]])/g;
  const { resolve } = createRequire(file);
  const given = orElse(() => JSON.parse(String(readRegularFileSync(file)).replaceAll(comments, "$1")));
  const { extends: bases = [], compilerOptions } = isJsonObject(given) ? given : {};
  const inherited = [bases].flat().map((base) => {
    const found = orElse(() => resolve(String(base))) ?? orElse(() => resolve(`${base}/tsconfig.json`));
    return found === undefined || mostDeep === 0 ? {} : optionsIn(found, mostDeep - 1);
  });
  return Object.assign({}, ...inherited, compilerOptions);
}

/** How JSX is compiled: by the functions or the package that the project names, or by React's runtime. */
function jsxFor({ jsxFactory, jsxFragmentFactory, jsxImportSource }: JsonObject): object {
  if (jsxImportSource) return { runtime: "automatic", importSource: jsxImportSource };
  if (!jsxFactory) return { runtime: "automatic" };
  return { runtime: "classic", pragma: jsxFactory, ...(jsxFragmentFactory ? { pragmaFrag: jsxFragmentFactory } : {}) };
}

type Transform = NonNullable<JitiOptions["transform"]>;

/** Babel leaves decorated fields to a plugin that is not there, with this function in their place, which throws. */
const warning = /function _initializerWarningHelper\((\w+), (\w+)\) \{[^}]*\}/;
const value = "function _initializerWarningHelper($1, $2) { return $1?.initializer?.call($2); }";
/** In place of metadata that nobody collects stands a decorator. It must return nothing, but returns the class. */
const stub = /(\bReflect\.metadata\?\.\(.*?\) \|\| )\(\(t\) => t\)/g;

/**
 * Compiles like `base`. Decorators become those of `experimentalDecorators`; decorators as the standard has them would be
 * called with other arguments.
 */
function compileBy(base: Pick<Jiti, "transform">, options: JsonObject | undefined): Transform {
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

/** Every version of a file is kept under a name of its own. When there are this many, all are compiled anew. */
const mostKept = 1_000;

/** A syntax error comes as code that throws it, and names the place where the file lay then. */
const isError = (code: string) => code.includes("__JITI_ERROR__");

/** Keeps compiled code by its source: the compiler is not even loaded for what is known, wherever the file lies by then. */
function keepCompiled(compile: Transform, folder: string | undefined, options: object): Transform {
  if (folder === undefined) return compile;
  return (asked) => {
    const { source, filename = "", ts, async, interopDefault } = asked;
    // In place of import.meta.dirname and its like stands where the file was when it was compiled.
    const place = /\bmeta\b/.test(source) ? filename : extname(filename);
    const name = hashOf({ options: { ...options }, source, place, ts, async, interopDefault });
    // What was cut off while it was written, or changed since, does not fit its end.
    const endOf = (code: string) => `\n//${hashOf({ name, code })}`;
    const known = orElse(() => readRegularFileSync(join(folder, name)).toString("utf8")) ?? "";
    const code = known.slice(0, known.lastIndexOf("\n"));
    if (known === code + endOf(code) && !isError(code)) return { code };
    const compiled = compile(asked);
    orElse(() => {
      mkdirSync(folder, { recursive: true });
      if (readdirSync(folder).length >= mostKept) for (const one of readdirSync(folder)) rmSync(join(folder, one));
      if (!compiled.error && !isError(compiled.code))
        writeFileSync(join(folder, name), compiled.code + endOf(compiled.code));
    });
    return compiled;
  };
}

/**
 * The folder for compiled suites, which are run from there: nobody but the user may be able to write it. Undefined if
 * there is none, and suites are then compiled each time. The loader names a file by its path, and checks its source.
 */
function ownCache(): string | undefined {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "vivavoce");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const kind = lstatSync(folder);
    const isOwn = kind.isDirectory() && kind.uid === process.getuid?.() && (kind.mode & 0o022) === 0;
    if (!isOwn && process.platform !== "win32") return undefined;
    chmodSync(folder, 0o700);
    return join(folder, `suites-${version}`);
  } catch {
    return undefined;
  }
}
