// The public names of the package, by entry point, and the declarations they stand for.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run-viva.ts";
import { type Declaration, exportedNames, exportOf, isTypeExport, referencesOf } from "./declarations.ts";

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

/** The entry points that package.json lists, the main one first. */
export function entryPoints(home = join(root, "packages/vivavoce")): EntryPoint[] {
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
  return { name, kind: isTypeExport(file, name) ? "type" : "value", declaration: exportOf(file, name) };
}

export function keyOf({ file, name }: Declaration): string {
  return `${file} ${name}`;
}

/** The types that an entry point's signatures name and that cannot be imported from it, with who names them. */
export function unexportedTypes({ names }: EntryPoint, besides: readonly EntryPoint[] = []): string[] {
  const all = [...names, ...besides.flatMap((entry) => entry.names)];
  const importable = new Set(all.map(({ declaration }) => keyOf(declaration)));
  const seen = new Set(importable);
  const missing: string[] = [];
  const look = (declaration: Declaration, namedBy: string) => {
    for (const reference of referencesOf(declaration)) {
      if (seen.has(keyOf(reference))) continue;
      seen.add(keyOf(reference));
      // A constant behind `typeof` needs no name of its own, but the types inside of it do.
      if (reference.nodes.some(({ type }) => /^(TS|Class)/.test(type) && type !== "TSDeclareFunction"))
        missing.push(`${reference.name}, which ${namedBy} names`);
      look(reference, namedBy);
    }
  };
  for (const { name, declaration } of names) look(declaration, name);
  return missing;
}
