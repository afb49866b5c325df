import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { extname } from "node:path";
import { ownFile } from "../../base/index.ts";

/** The modules of the page's script, each after those it imports. */
const modules = [
  "marks",
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
  const texts = modules.map((name) => {
    const file = ownFile(`report/html/page/${name}`);
    const source = readFileSync(file, "utf8");
    return linked(extname(file) === ".ts" ? stripTypeScriptTypes(source) : source);
  });
  return `\n${texts.join("\n")}`;
}

function linked(source: string): string {
  return source
    .replace(/^import\b[^;]*;\n?/gm, "")
    .replace(/^export \{[^}]*\};?\n?/gm, "")
    .replace(/^export (?=(?:async )?function |const |class )/gm, "")
    .replace(/^\/\/# sourceMappingURL=.*$/gm, "");
}
