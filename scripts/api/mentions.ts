// Where the pages, the README and the examples show a public name: as code in a page, or imported by an example.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run-viva.ts";

/** The code that users are shown, page by page and file by file. What is generated does not count. */
export function shownCode(): string[] {
  const pages = ["README.md", ...below("docs", /^(?:guide|reference(?!\/api))\/.*\.md$/)];
  const readmes = below("examples", /^[^/]+\/README\.md$/);
  const sources = [...below("examples", /\.ts$/), ...below("frameworks/recipes", /\.ts$/)];
  return [
    ...[...pages, ...readmes].map(
      (page) =>
        read(page)
          .match(/```[\s\S]*?```|`[^`\n]+`/g)
          ?.join("\n") ?? "",
    ),
    ...sources.map(
      (file) =>
        read(file)
          .match(/import[^;]*from "vivavoce[^"]*"/g)
          ?.join("\n") ?? "",
    ),
  ];
}

/** Whether a name stands there as a call, by itself, or in an import: `json` in `--report json` is another thing. */
export function isShown(name: string, code: readonly string[]): boolean {
  const shown = new RegExp(`(?<![\\w.])${name}\\(|\`${name}\`|new ${name}\\b|import[^;]*[{,]\\s*${name}\\s*[,}]`);
  return code.some((text) => shown.test(text));
}

function below(folder: string, pattern: RegExp): string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return names
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => pattern.test(name) && !name.includes("node_modules/"))
    .map((name) => `${folder}/${name}`);
}

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}
