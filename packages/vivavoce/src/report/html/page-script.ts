import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { extname, join } from "node:path";

/** The modules of the page's script, each after those it imports. */
const modules = [
  "make",
  "inline-markdown",
  "markdown",
  "conversation",
  "scores",
  "graph",
  "trials",
  "filter",
  "heat-map",
  "start",
  "main",
];

/**
 * The page's script as one text: its modules one after the other, without their imports and exports. They are read from
 * beside this file, as built; from the sources, the types are taken out first.
 */
export function pageScript(): string {
  const extension = extname(import.meta.filename);
  const texts = modules.map((name) => {
    const source = readFileSync(join(import.meta.dirname, "page", `${name}${extension}`), "utf8");
    return linked(extension === ".ts" ? stripTypeScriptTypes(source) : source);
  });
  return `\n${texts.join("\n")}`;
}

function linked(source: string): string {
  return source
    .replace(/^import\b[^;]*;\n?/gm, "")
    .replace(/^export \{\};?\n?/gm, "")
    .replace(/^export (?=(?:async )?function |const |class )/gm, "")
    .replace(/^\/\/# sourceMappingURL=.*$/gm, "");
}
