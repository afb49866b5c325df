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

/** The declarations with their comments, by file. Only schemas that a folder's index exports can be read. */
export async function commentedDeclarations(dist: string, folders: readonly string[]): Promise<Map<string, string>> {
  const commented = new Map<string, string>();
  for (const folder of folders) {
    const module = (await import(pathToFileURL(join(dist, folder, "index.js")).href)) as Record<string, unknown>;
    const schemas = new Map(Object.entries(module).filter((entry): entry is [string, Schema] => isSchema(entry[1])));
    if (schemas.size === 0) continue;
    const files = readdirSync(join(dist, folder), { recursive: true, encoding: "utf8" });
    for (const file of files.filter((name) => name.endsWith(".d.ts"))) {
      const source = readFileSync(join(dist, folder, file), "utf8");
      const text = commentedSource(source, schemas);
      if (text !== source) commented.set(join(dist, folder, file), text);
    }
  }
  return commented;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && "_zod" in value;
}

/** A source of declarations, with a comment on every field of these schemas that has a description. */
export function commentedSource(source: string, schemas: ReadonlyMap<string, Schema>): string {
  if (![...schemas.keys()].some((name) => source.includes(`const ${name}:`))) return source;
  const edits: Edit[] = [];
  for (const statement of parseSync("declarations.d.ts", source, { lang: "dts" }).program.body as Node[]) {
    const { type, declarations } = statement.declaration ?? statement;
    if (type !== "VariableDeclaration") continue;
    for (const { id } of declarations) collect(id.typeAnnotation?.typeAnnotation, schemas.get(id.name), source, edits);
  }
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, comment }) => text.slice(0, start) + comment + text.slice(end), source);
}

/** Goes down a type and the schema that it is of, side by side. */
function collect(type: Node, schema: Schema | undefined, source: string, edits: Edit[]): void {
  if (schema === undefined || type?.type !== "TSTypeReference") return;
  const def = schema._zod.def as Definition;
  const types: Node[] = type.typeArguments?.params ?? [];
  if (def.type === "object") {
    for (const member of types[0]?.members ?? []) {
      const field = def.shape[member.key.name ?? member.key.value];
      if (field?.description) edits.push(commentFor(member.start, field.description, source));
      collect(member.typeAnnotation?.typeAnnotation, field, source, edits);
    }
    collect(types[1]?.typeArguments?.params[0], def.catchall, source, edits);
  } else if (def.type === "union") {
    const options: Node[] = (types[0]?.typeAnnotation ?? types[0])?.elementTypes ?? [];
    for (const [index, option] of options.entries()) collect(option, def.options[index], source, edits);
  } else if (def.type === "pipe") {
    collect(types[0], def.in, source, edits);
    collect(types[1], def.out, source, edits);
  } else collect(types.at(-1), def.innerType ?? def.element ?? def.valueType, source, edits);
}

/** In place of the comment that is there, if any: what is built twice is to be the same. */
function commentFor(start: number, description: string, source: string): Edit {
  const before = /(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*)?$/.exec(source.slice(0, start));
  const text = description.replaceAll("*/", "*\u200b/").replaceAll(/\s+/g, " ");
  return { start: before?.index ?? start, end: start, comment: `/** ${text} */ ` };
}
