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

/** The types that the values of an entry point take or give and that cannot be imported, with who names them. */
export function unexportedTypes({ names }: EntryPoint, entries: readonly EntryPoint[]): string[] {
  const importable = keysOf(entries);
  return names
    .filter(({ kind }) => kind === "value")
    .flatMap(({ name, declaration }) =>
      typesIn(declaration)
        .filter((type) => !importable.has(keyOf(type)))
        .map((type) => `${type.name}, which ${name} names`),
    );
}

/** The types inside the public ones that have no public name themselves, each by the first entry point that reaches it. */
export function partsOf(entries: readonly EntryPoint[]): Map<EntryPoint, PublicName[]> {
  const seen = keysOf(entries);
  const reached = (declaration: Declaration): Declaration[] =>
    typesIn(declaration).flatMap((type) => {
      if (seen.has(keyOf(type))) return [];
      seen.add(keyOf(type));
      return [type, ...reached(type)];
    });
  return new Map(
    entries.map((entry) => {
      const parts = entry.names.flatMap(({ declaration }) => reached(declaration));
      const named = parts.map((declaration) => ({ name: declaration.name, kind: "type" as const, declaration }));
      return [entry, named.toSorted((a, b) => (a.name < b.name ? -1 : 1))];
    }),
  );
}

function keysOf(entries: readonly EntryPoint[]): Set<string> {
  return new Set(entries.flatMap(({ names }) => names.map(({ declaration }) => keyOf(declaration))));
}

/** The types that a declaration names. A constant behind `typeof` needs no name, but the types inside of it do. */
function typesIn(declaration: Declaration): Declaration[] {
  return referencesOf(declaration).flatMap((reference) => {
    const isType = reference.nodes.some(({ type }) => /^(TS|Class)/.test(type) && type !== "TSDeclareFunction");
    return isType ? [reference] : typesIn(reference);
  });
}
