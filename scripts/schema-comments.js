// TypeScript drops comments from types that it infers, such as those of zod's schemas. This puts the descriptions of a
// schema's fields into the declarations, so that editors show them for `Config`, `Case` or `Transcript`.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseSync } from "rolldown/utils";

/** The declarations with their comments, by file. Only schemas that a folder's index exports can be read. */
export async function commentedDeclarations(dist, folders) {
  const commented = new Map();
  for (const folder of folders) {
    const module = await import(pathToFileURL(join(dist, folder, "index.js")).href);
    const schemas = Object.entries(module).filter(([, value]) => value?._zod !== undefined);
    if (schemas.length === 0) continue;
    const files = readdirSync(join(dist, folder), { recursive: true, encoding: "utf8" });
    for (const file of files.filter((name) => name.endsWith(".d.ts"))) {
      const source = readFileSync(join(dist, folder, file), "utf8");
      const text = commentedSource(source, new Map(schemas));
      if (text !== source) commented.set(join(dist, folder, file), text);
    }
  }
  return commented;
}

/** A source of declarations, with a comment on every field of these schemas that has a description. */
export function commentedSource(source, schemas) {
  const edits = [];
  for (const statement of parseSync("declarations.d.ts", source, { lang: "dts" }).program.body) {
    const { type, declarations } = statement.declaration ?? statement;
    if (type !== "VariableDeclaration") continue;
    for (const { id } of declarations) {
      if (schemas.has(id.name)) collect(id.typeAnnotation?.typeAnnotation, schemas.get(id.name), source, edits);
    }
  }
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, comment }) => text.slice(0, start) + comment + text.slice(end), source);
}

/** Goes down a type and the schema that it is of, side by side. */
function collect(type, schema, source, edits) {
  const def = schema?._zod.def;
  const types = type?.typeArguments?.params ?? [];
  if (def === undefined || type?.type !== "TSTypeReference") return;
  if (def.type === "object") {
    for (const member of types[0]?.members ?? []) {
      const field = def.shape[member.key.name ?? member.key.value];
      if (field?.description) edits.push(commentFor(member, field.description, source));
      collect(member.typeAnnotation?.typeAnnotation, field, source, edits);
    }
  } else if (def.type === "union") {
    const options = (types[0]?.typeAnnotation ?? types[0])?.elementTypes ?? [];
    for (const [index, option] of options.entries()) collect(option, def.options[index], source, edits);
  } else if (def.type === "pipe") {
    collect(types[0], def.in, source, edits);
    collect(types[1], def.out, source, edits);
  } else collect(types.at(-1), def.innerType ?? def.element ?? def.valueType, source, edits);
}

/** In place of the comment that is there, if any: what is built twice is to be the same. */
function commentFor({ start }, description, source) {
  const before = /(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*)?(?:readonly )?$/.exec(source.slice(0, start));
  const text = description.replaceAll("*/", "*\u200b/").replaceAll(/\s+/g, " ");
  return {
    start: before?.index ?? start,
    end: start,
    comment: `/** ${text} */ ${before?.[0].endsWith("readonly ") ? "readonly " : ""}`,
  };
}
