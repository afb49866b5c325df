// Turns a chunk of the bundle into a script and a small module that runs it: see packages/vivavoce/src/base/part.ts.
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { rolldown } from "rolldown";
import { parseAst } from "rolldown/parseAst";

interface Chunk {
  fileName: string;
  code: string;
}

/** The two files that stand for a chunk, which is `start` or imports that. */
export async function asScript({ fileName, code }: Chunk, chunks: readonly Chunk[]): Promise<Chunk[]> {
  const name = basename(fileName, ".js");
  const runtime = chunks.find((chunk) => basename(chunk.fileName) === "rolldown-runtime.js");
  const sources = new Map([
    [`./${name}.js`, withoutStart(code)],
    ["./rolldown-runtime.js", runtime?.code ?? ""],
  ]);
  const bundle = await rolldown({
    input: `./${name}.js`,
    platform: "node",
    treeshake: false,
    plugins: [
      {
        name: "chunks",
        resolveId: (id) => (sources.has(id) ? { id } : { id, external: true }),
        load: (id) => sources.get(id),
      },
    ],
  });
  const { output } = await bundle.generate({ format: "cjs", exports: "named", codeSplitting: false });
  const [{ code: body, exports }] = output;
  // An export that changes later, or a file that is neither Node's nor `start`.
  const unfit = /defineProperty\(exports, "|require\("\.\//.exec(body);
  if (unfit) throw new Error(`${fileName} cannot be a script: ${body.slice(unfit.index, unfit.index + 80)}`);
  const parameters = "exports, require, __filename, __dirname, importing, start";
  const script = `(function (${parameters}) { "use strict"; ${withImporting(body)}\n})\n`;
  const digest = createHash("sha256").update(script).digest("hex").slice(0, 16);
  const usesStart = code !== withoutStart(code);
  const module = [
    `import { part } from "../base/part.js";`,
    ...(usesStart ? [`import * as start from "./start.js";`] : []),
    `const {${exports.map((exported, index) => `${exported}: e${index}`)}} = part(import.meta, "${digest}", (name) => import(name)${usesStart ? ", start" : ""});`,
    `export {${exports.map((exported, index) => `e${index} as ${exported}`)}};`,
  ];
  return [
    { fileName, code: `${module.join("\n")}\n` },
    { fileName: fileName.replace(/\.js$/, ".script.js"), code: script },
  ];
}

/** Constants instead of an import: as properties of an object with hundreds of them they would be slow to look up. */
function withoutStart(code: string): string {
  return code.replace(
    /^import \{([^}]*)\} from "\.\/start\.js";$/m,
    (_, names: string) => `const {${names.replaceAll(" as ", ": ")}} = start;`,
  );
}

/** A script cannot import; the module that runs it can. */
function withImporting(code: string): string {
  const places: number[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("type" in node && node.type === "ImportExpression" && "start" in node) places.push(Number(node.start));
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseAst(`async function script() {${code}\n}`));
  const before = "async function script() {".length;
  return places
    .sort((a, b) => b - a)
    .reduce((text, place) => {
      const at = place - before;
      if (!text.startsWith("import(", at)) throw new Error(`no import at ${at}`);
      return `${text.slice(0, at)}importing${text.slice(at + "import".length)}`;
    }, code);
}
