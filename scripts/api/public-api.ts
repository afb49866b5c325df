// The public names of the package, by entry point, and the declarations they stand for.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run-viva.ts";
import { type Declaration, exportedNames, exportOf } from "./declarations.ts";

/** One thing that users can import. */
export interface PublicName {
  name: string;
  kind: "value" | "type";
  declaration: Declaration;
}

export interface EntryPoint {
  /** What users import from: "vivavoce/metrics". */
  from: string;
  names: PublicName[];
}

export const home = join(root, "packages/vivavoce");

/** The entry points that package.json lists, the main one first. */
export function entryPoints(): EntryPoint[] {
  const { name, exports } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as {
    name: string;
    exports: Record<string, string | { types: string }>;
  };
  return Object.entries(exports).flatMap(([path, target]) => {
    if (typeof target === "string") return [];
    const file = join(home, target.types);
    return { from: name + path.slice(1), names: exportedNames(file).map((exported) => publicName(file, exported)) };
  });
}

function publicName(file: string, name: string): PublicName {
  const declaration = exportOf(file, name);
  const isType = declaration.nodes.every(({ type }) => /^TS(Interface|TypeAlias)Declaration$/.test(type));
  return { name, kind: isType ? "type" : "value", declaration };
}

export function keyOf({ file, name }: Declaration): string {
  return `${file} ${name}`;
}
