// TypeScript drops comments from types that it infers, such as those of zod's schemas. This puts the descriptions of a
// schema's fields into the declarations, so that editors show them for `Config`, `Case` or `Transcript`.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseSync } from "rolldown/utils";

/** A schema of zod, as far as it is walked through here. */
interface Schema {
  description?: string | undefined;
  _zod: { def: object };
}

/** The fields of zod's definitions that lead to schemas inside. */
interface Definition {
  type: string;
  shape: Record<string, Schema>;
  catchall?: Schema;
  options: Schema[];
  in?: Schema;
  out?: Schema;
  innerType?: Schema;
  element?: Schema;
  valueType?: Schema;
}

// biome-ignore lint/suspicious/noExplicitAny: a node of a syntax tree, whose fields depend on its type
type Node = any;

interface Edit {
  start: number;
  end: number;
  comment: string;
}

/**
 * The declarations with their comments, by file. A schema can be read if a folder's index exports it, or if it is a part of
 * one that is exported: it is recognised by its type.
 */
export async function commentedDeclarations(dist: string, folders: readonly string[]): Promise<Map<string, string>> {
  const declarations: { path: string; source: string; schemas: ReadonlyMap<string, Schema> }[] = [];
  for (const folder of folders) {
    const module = (await import(pathToFileURL(join(dist, folder, "index.js")).href)) as Record<string, unknown>;
    const schemas = new Map(Object.entries(module).filter((entry): entry is [string, Schema] => isSchema(entry[1])));
    if (schemas.size === 0) continue;
    const files = readdirSync(join(dist, folder), { recursive: true, encoding: "utf8" });
    for (const file of files.filter((name) => name.endsWith(".d.ts"))) {
      const path = join(dist, folder, file);
      declarations.push({ path, source: readFileSync(path, "utf8"), schemas });
    }
  }
  const parts = partsIn(declarations);
  const commented = declarations.map(({ path, source, schemas }) => ({
    path,
    source,
    text: commentedSource(source, schemas, parts),
  }));
  return new Map(commented.flatMap(({ path, source, text }) => (text === source ? [] : [[path, text]])));
}

/** The schemas within those that are exported, by the text of their types. Left out where two that differ look the same. */
function partsIn(declarations: readonly { source: string; schemas: ReadonlyMap<string, Schema> }[]) {
  const parts = new Map<string, { schema: Schema | undefined; words: string }>();
  for (const { source, schemas } of declarations)
    for (const { name, type } of constantsIn(source)) {
      const edits: Edit[] = [];
      collect(type, schemas.get(name), source, edits, (part, schema, own) => {
        const [text, words] = [typeText(part, source), JSON.stringify(own.map(({ comment }) => comment))];
        const known = parts.get(text);
        if (!known) parts.set(text, { schema, words });
        else if (known.words !== words) known.schema = undefined;
      });
    }
  return parts;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && "_zod" in value;
}

/** A source of declarations, with a comment on every field of these schemas that has a description. */
export function commentedSource(
  source: string,
  schemas: ReadonlyMap<string, Schema>,
  parts: ReturnType<typeof partsIn> = new Map(),
): string {
  const edits: Edit[] = [];
  for (const { name, type } of constantsIn(source))
    collect(type, schemas.get(name) ?? (type && parts.get(typeText(type, source))?.schema), source, edits);
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, comment }) => text.slice(0, start) + comment + text.slice(end), source);
}

/** The constants that are declared, with their types. */
function constantsIn(source: string): { name: string; type: Node }[] {
  if (!/\bconst \w+:/.test(source)) return [];
  return (parseSync("declarations.d.ts", source, { lang: "dts" }).program.body as Node[]).flatMap((statement) => {
    const { type, declarations } = statement.declaration ?? statement;
    if (type !== "VariableDeclaration") return [];
    return declarations.map(({ id }: Node) => ({ name: id.name, type: id.typeAnnotation?.typeAnnotation }));
  });
}

/** A type as it is written, without comments and line breaks. */
function typeText({ start, end }: Node, source: string): string {
  const text = source.slice(start, end);
  return text.replaceAll(/\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*/g, "").replaceAll(/\s+/g, " ");
}

type OnPart = (type: Node, schema: Schema, edits: readonly Edit[]) => void;

/** Goes down a type and the schema that it is of, side by side. */
function collect(type: Node, schema: Schema | undefined, source: string, edits: Edit[], onPart?: OnPart): void {
  if (schema === undefined || type?.type !== "TSTypeReference") return;
  const before = edits.length;
  collectParts(type, schema, source, edits, onPart);
  onPart?.(type, schema, edits.slice(before));
}

function collectParts(type: Node, schema: Schema, source: string, edits: Edit[], onPart: OnPart | undefined): void {
  const def = schema._zod.def as Definition;
  const types: Node[] = type.typeArguments?.params ?? [];
  if (def.type === "object") {
    for (const member of types[0]?.members ?? []) {
      const field = def.shape[member.key.name ?? member.key.value];
      if (field?.description) edits.push(commentFor(member.start, field.description, source));
      collect(member.typeAnnotation?.typeAnnotation, field, source, edits, onPart);
    }
    collect(types[1]?.typeArguments?.params[0], def.catchall, source, edits, onPart);
  } else if (def.type === "union") {
    const options: Node[] = (types[0]?.typeAnnotation ?? types[0])?.elementTypes ?? [];
    for (const [index, option] of options.entries()) collect(option, def.options[index], source, edits, onPart);
  } else if (def.type === "pipe") {
    collect(types[0], def.in, source, edits, onPart);
    collect(types[1], def.out, source, edits, onPart);
  } else collect(types.at(-1), def.innerType ?? def.element ?? def.valueType, source, edits, onPart);
}

/** In place of the comment that is there, if any: what is built twice is to be the same. */
function commentFor(start: number, description: string, source: string): Edit {
  const before = /(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*)?$/.exec(source.slice(0, start));
  const text = description.replaceAll("*/", "*\u200b/").replaceAll(/\s+/g, " ");
  return { start: before?.index ?? start, end: start, comment: `/** ${text} */ ` };
}
