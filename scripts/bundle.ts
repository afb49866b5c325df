// How Rolldown bundles Viva: for the package, and for the tests that start a thread.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type InputOptions, type OutputChunk, type OutputOptions, type Plugin, rolldown } from "rolldown";

/** The folder of the package. */
export const home = join(import.meta.dirname, "..", "packages/vivavoce");
/** A source file, by its path without extension. */
export const source = (path: string) => join(home, "src", `${path}.ts`);

const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
// zod is a dependency for the sake of its types only: as a package it is a hundred files, most of them translations.
// Jest gives its globals by a name of their own.
const { zod, ...separate } = { ...dependencies, ...peerDependencies };
const external = [...Object.keys(separate), "@jest/globals"];

/**
 * `import "node:http"` reads every export, and with them the getters that load all of fetch and WebSocket. The same
 * import in a bundle does not, and "node:https", which loads TLS, is loaded at the first call.
 */
const plainHttp: Plugin = {
  name: "plain-http",
  resolveId: (name) => (["node:crypto", "node:http", "node:https"].includes(name) ? `\0${name}` : undefined),
  load(id) {
    if (!id.startsWith("\0node:")) return undefined;
    const builtin = `process.getBuiltinModule("${id.slice(1)}")`;
    const first = `let known;\nconst its = () => (known ??= ${builtin});`;
    const fields = Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule(id.slice(1))));
    const exported = fields.flatMap(([name, { value }]) => {
      if (value === undefined) return [];
      const isFunction = typeof value === "function" && /^[a-z]/.test(name);
      const made = isFunction ? `(...given) => its().${name}(...given)` : unlessUnused(`${builtin}.${name}`);
      return `export const ${name} = ${made};`;
    });
    return [first, `export default ${unlessUnused(builtin)};`, ...exported].join("\n");
  },
};
const unlessUnused = (code: string) => `/* @__PURE__ */ (() => ${code})()`;
/** Node's own timers and clock, whatever an agent puts in their place: its fakes must not keep a run from ending. */
const timers = ["Timeout", "Interval", "Immediate"].flatMap((kind) => [`set${kind}`, `clear${kind}`]);
const inject: Record<string, [string, string]> = {
  ...Object.fromEntries(timers.map((name) => [name, ["node:timers", name]])),
  "performance.now": [source("base/now"), "now"],
};
const settings: InputOptions = {
  platform: "node",
  transform: { inject },
  external,
  plugins: [plainHttp],
  treeshake: { moduleSideEffects: false },
  // Which chunk a module goes to depends on the entry: what is imported late may be there already.
  checks: { ineffectiveDynamicImport: false },
};
/** The declarations have them; here they would be read at every start. */
const comments = { jsdoc: false };

/** Files that share their code, in a folder of chunks. */
export async function together(
  paths: readonly string[],
  chunks: string,
  codeSplitting: NonNullable<OutputOptions["codeSplitting"]> = true,
): Promise<OutputChunk[]> {
  const bundle = await rolldown({ ...settings, input: Object.fromEntries(paths.map((path) => [path, source(path)])) });
  const { output } = await bundle.generate({
    entryFileNames: "[name].js",
    chunkFileNames: `${chunks}/[name].js`,
    comments,
    codeSplitting,
  });
  return output.filter((one) => one.type === "chunk");
}

/** One file with everything it imports and nothing else. */
export async function alone(path: string): Promise<OutputChunk> {
  const bundle = await rolldown({ ...settings, input: source(path) });
  const { output } = await bundle.generate({ codeSplitting: false, entryFileNames: `${path}.js`, comments });
  return output[0];
}

/** With one other character in it, V8 keeps all of a file in twice the memory and is slower to read it. */
export function inAscii(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
