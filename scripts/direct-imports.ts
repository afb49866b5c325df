// Declarations import from a folder's index, and so from everything that the folder shares: users would need the types of
// Node and of packages that Viva bundles. This lets what is public import each name from the file that declares it.
import { readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { exportOf, importsIn } from "./api/declarations.ts";

/** The declarations that are reached from these files, with direct imports. */
export function directDeclarations(files: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const seen = new Set(files);
  for (const file of seen) {
    const { text, reached } = directSource(file, readFileSync(file, "utf8"));
    found.set(file, text);
    for (const next of reached) seen.add(next);
  }
  return found;
}

function directSource(file: string, source: string): { text: string; reached: Set<string> } {
  const reached = new Set<string>();
  const direct = (from: string, name: string) => {
    const declaration = exportOf(join(dirname(file), from.replace(/\.ts$/, ".d.ts")), name);
    reached.add(declaration.file);
    const path = relative(dirname(file), declaration.file)
      .split(sep)
      .join("/")
      .replace(/\.d\.ts$/, ".ts");
    return { from: path.startsWith(".") ? path : `./${path}`, name: declaration.name };
  };
  const edits = importsIn(file).map(({ start, end, from, specifiers, keyword }) => {
    const lines = specifiers.map(({ name, as, type }) => {
      const target = direct(from, name);
      const renamed = target.name === as ? as : `${target.name} as ${as}`;
      return `${keyword} ${type ? "type " : ""}{ ${renamed} } from "${target.from}";`;
    });
    return { start, end, text: lines.join("\n") };
  });
  const text = edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((whole, edit) => whole.slice(0, edit.start) + edit.text + whole.slice(edit.end), source);
  return { text: withDirectImportTypes(text, direct), reached };
}

/** `import("../base/index.ts").JsonValue`, as it stands in types that are inferred. */
function withDirectImportTypes(text: string, direct: (from: string, name: string) => { from: string; name: string }) {
  return text.replace(/import\("(\.[^"]+)"\)\.(\w+)/g, (_all, from: string, name: string) => {
    const target = direct(from, name);
    return `import("${target.from}").${target.name}`;
  });
}
