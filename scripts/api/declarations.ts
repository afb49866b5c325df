// The declarations that the build writes, read as syntax: which file declares a name, and what its signature names.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "rolldown/utils";

/** A node of the syntax tree, as far as it matters here. */
export interface Syntax {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** Everything that one file declares under one name: overloads, or an interface with its parts. */
export interface Declaration {
  file: string;
  name: string;
  nodes: Syntax[];
  source: string;
}

interface Module {
  source: string;
  namedImports: NamedImport[];
  declared: Map<string, Syntax[]>;
  /** Names from elsewhere, imported or passed on: where they come from, and what they are called there. */
  imported: Map<string, { from: string; name: string }>;
  exported: Map<string, { from?: string; name: string; isType: boolean }>;
}

const modules = new Map<string, Module>();

/** The names that a file exports, in alphabetical order. */
export function exportedNames(file: string): string[] {
  return [...moduleOf(file).exported.keys()].sort();
}

/** Whether a name can only be used as a type, as a file exports it. */
export function isTypeExport(file: string, name: string): boolean {
  const { nodes } = exportOf(file, name);
  const isType = nodes.every(({ type }) => /^TS(Interface|TypeAlias)Declaration$/.test(type));
  return isType || moduleOf(file).exported.get(name)?.isType === true;
}

/** What a file's export stands for. */
export function exportOf(file: string, name: string): Declaration {
  const found = moduleOf(file).exported.get(name);
  if (!found) throw new Error(`${file} does not export ${name}`);
  if (found.from !== undefined) return exportOf(beside(file, found.from), found.name);
  const declaration = named(file, found.name);
  if (!declaration) throw new Error(`${file} exports ${name}, but does not declare it`);
  return declaration;
}

/** What a name means inside a file: a declaration of ours, or nothing where it is a package's or the language's. */
export function named(file: string, name: string): Declaration | undefined {
  const { declared, imported, source } = moduleOf(file);
  const nodes = declared.get(name);
  if (nodes) return { file, name, nodes, source };
  const found = imported.get(name);
  return found?.from.startsWith(".") ? exportOf(beside(file, found.from), found.name) : undefined;
}

/** Our own declarations that a declaration's signature names, type parameters aside. */
export function referencesOf({ file, nodes }: Declaration): Declaration[] {
  const found = new Map<string, Declaration>();
  const add = (declaration: Declaration | undefined) => {
    if (declaration) found.set(`${declaration.file} ${declaration.name}`, declaration);
  };
  for (const node of nodes) {
    visit(node, (part) => {
      if (part.type === "TSImportType") {
        const from = (part.source as { value: string }).value;
        const [name] = namesIn(part.qualifier);
        if (name !== undefined && from.startsWith(".")) add(exportOf(beside(file, from), name));
      }
      const referring = {
        TSTypeReference: part.typeName,
        TSTypeQuery: part.exprName,
        TSInterfaceHeritage: part.expression,
      };
      const [name] = namesIn(referring[part.type as keyof typeof referring]);
      if (name !== undefined) add(named(file, name));
    });
    const [base] = namesIn(node.superClass);
    if (base !== undefined) add(named(file, base));
  }
  return [...found.values()];
}

/** Calls `see` with a node and all nodes inside of it. What is private to a class is left out. */
export function visit(node: Syntax, see: (part: Syntax) => void): void {
  if (node.accessibility === "private") return;
  see(node);
  for (const value of Object.values(node)) {
    for (const part of Array.isArray(value) ? value : [value]) if (isSyntax(part)) visit(part, see);
  }
}

export function isSyntax(value: unknown): value is Syntax {
  return typeof value === "object" && value !== null && typeof (value as Syntax).type === "string";
}

/** The JSDoc comment that stands before a node, without its stars. */
export function commentBefore(source: string, node: Syntax): string | undefined {
  const before = source.slice(0, node.start).replace(/(?:export |declare |readonly |[|&(] *)+$/, "");
  const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(before)?.[1];
  return comment?.replace(/^[ \t]*\* ?/gm, "").trim();
}

/** A statement that imports names from a file of ours, or passes them on. */
export interface NamedImport {
  start: number;
  end: number;
  keyword: "import" | "export";
  from: string;
  specifiers: { name: string; as: string; type: boolean }[];
}

/** The statements of a file that name what they take from other files of ours. */
export function importsIn(file: string): NamedImport[] {
  return moduleOf(file).namedImports;
}

function moduleOf(file: string): Module {
  const known = modules.get(file);
  if (known) return known;
  const read = readModule(file);
  modules.set(file, read);
  return read;
}

function readModule(file: string): Module {
  const source = readFileSync(file, "utf8");
  const { program, errors } = parseSync(file, source, { lang: "dts" });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const module: Module = { source, namedImports: [], declared: new Map(), imported: new Map(), exported: new Map() };
  for (const statement of program.body as unknown as Syntax[]) readStatement(file, statement, module);
  return module;
}

function readStatement(file: string, statement: Syntax, { declared, imported, exported, namedImports }: Module): void {
  const from = (statement.source as { value: string } | null | undefined)?.value;
  const specifiers = Array.isArray(statement.specifiers) ? (statement.specifiers as Syntax[]) : [];
  const isNamed = specifiers.length > 0 && specifiers.every(({ type }) => /^(Import|Export)Specifier$/.test(type));
  if (from?.startsWith(".") && isNamed) namedImports.push(namedImport(statement, from));
  if (statement.type === "ImportDeclaration" && from !== undefined) {
    for (const specifier of statement.specifiers as Syntax[]) {
      const local = nameOf(specifier.local);
      imported.set(local, { from, name: specifier.imported ? nameOf(specifier.imported) : "default" });
    }
  } else if (statement.type === "ExportNamedDeclaration" && !statement.declaration) {
    for (const specifier of statement.specifiers as Syntax[]) {
      const name = nameOf(specifier.local);
      const isType = statement.exportKind === "type" || specifier.exportKind === "type";
      exported.set(nameOf(specifier.exported), { ...(from === undefined ? {} : { from }), name, isType });
    }
  } else if (statement.type === "ExportAllDeclaration") {
    if (!from?.startsWith(".")) return;
    const target = beside(file, from);
    const names = exportedNames(target).map((name) => ({
      name,
      isType: statement.exportKind === "type" || isTypeExport(target, name),
    }));
    for (const { name, isType } of names) exported.set(name, { from, name, isType });
    const specifiers = names.map(({ name, isType }) => ({ name, as: name, type: isType }));
    namedImports.push({ start: statement.start, end: statement.end, keyword: "export", from, specifiers });
  } else {
    const declaration = (statement.declaration ?? statement) as Syntax;
    for (const { name, node } of declarationsIn(declaration)) {
      declared.set(name, [...(declared.get(name) ?? []), node]);
      if (statement.type === "ExportNamedDeclaration") exported.set(name, { name, isType: false });
    }
  }
}

function namedImport(statement: Syntax, from: string): NamedImport {
  const { start, end, type, specifiers, importKind, exportKind } = statement;
  const keyword = type === "ImportDeclaration" ? "import" : "export";
  const named = (specifiers as Syntax[]).map((specifier) => ({
    name: nameOf(keyword === "import" ? specifier.imported : specifier.local),
    as: nameOf(keyword === "import" ? specifier.local : specifier.exported),
    type: [importKind, exportKind, specifier.importKind, specifier.exportKind].includes("type"),
  }));
  return { start, end, keyword, from, specifiers: named };
}

function declarationsIn(node: Syntax): { name: string; node: Syntax }[] {
  if (node.type !== "VariableDeclaration") return isSyntax(node.id) ? [{ name: nameOf(node.id), node }] : [];
  // The comment of a constant stands before `const`.
  return (node.declarations as Syntax[]).map((one) => ({ name: nameOf(one.id), node: { ...one, start: node.start } }));
}

/** The name that an identifier or a quoted key stands for. */
export function nameOf(node: unknown): string {
  return String((node as { name?: unknown; value?: unknown }).name ?? (node as { value?: unknown }).value);
}

/** The parts of a dotted name, in order. */
function namesIn(node: unknown): string[] {
  if (!isSyntax(node)) return [];
  if (node.type === "Identifier") return [nameOf(node)];
  return node.type === "TSQualifiedName" ? [...namesIn(node.left), ...namesIn(node.right)] : [];
}

/** The declarations of a module that a file of declarations names. */
function beside(file: string, from: string): string {
  return join(dirname(file), from.replace(/(?:\.d)?\.[tj]s$/, ".d.ts"));
}
