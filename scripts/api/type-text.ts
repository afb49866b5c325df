// A type in a few words for a table: comments and line breaks go, and zod's schemas are written as what they accept.
import { isSyntax, nameOf, type Syntax } from "./declarations.ts";

const longest = 90;

/** The type of a member, and whether it may be left out. */
export function typeOf(member: Syntax, source: string): { text: string; optional: boolean } {
  if (!isSyntax(member.typeAnnotation)) return { text: methodText(member, source), optional: member.optional === true };
  const type = member.typeAnnotation.typeAnnotation as Syntax;
  const name = zodName(type);
  const optional =
    member.optional === true || (name !== undefined && /^Zod(Optional|ExactOptional|Default|Prefault)$/.test(name));
  return { text: cut(textOf(type, source)), optional };
}

/** `ZodOptional` of `z.ZodOptional<…>`. */
export function zodName(type: Syntax | undefined): string | undefined {
  const name = type?.typeName as Syntax | undefined;
  return (name?.right as { name?: string } | undefined)?.name;
}

function methodText(member: Syntax, source: string): string {
  const text = plain(source.slice(member.start, member.end));
  const at = text.search(/[<(]/);
  return at < 0 ? "" : cut(text.slice(at).replace(/;$/, ""));
}

function textOf(type: Syntax, source: string): string {
  const name = zodName(type);
  if (!name?.startsWith("Zod")) return plain(source.slice(type.start, type.end)).replace(/ \| undefined\b/g, "");
  const [first, second] = ((type.typeArguments as { params?: Syntax[] } | undefined)?.params ?? []) as Syntax[];
  const inner = first ? textOf(first, source) : "unknown";
  if (/^Zod(Number|Int)/.test(name)) return "number";
  if (name === "ZodBoolean") return "boolean";
  if (/^Zod(Unknown|JSONSchema|Any|Lazy)$/.test(name)) return "JsonValue";
  if (/^Zod(Literal|Custom|Type|Optional|ExactOptional|Default|Prefault|Readonly|Pipe)$/.test(name)) return inner;
  if (name === "ZodNullable") return `${inner} | null`;
  if (name === "ZodArray") return / \| /.test(inner) ? `(${inner})[]` : `${inner}[]`;
  if (name === "ZodRecord") return `Record<string, ${second ? textOf(second, source) : "unknown"}>`;
  if (name === "ZodEnum")
    return membersIn(first)
      .map(({ key }) => JSON.stringify(nameOf(key)))
      .join(" | ");
  if (name === "ZodObject")
    return `{ ${membersIn(first)
      .map((one) => nameOf(one.key) + mark(one, source))
      .join(", ")} }`;
  if (/Union$/.test(name)) return [...new Set(optionsOf(first).map((option) => textOf(option, source)))].join(" | ");
  return "string";
}

function mark(member: Syntax, source: string): string {
  return typeOf(member, source).optional ? "?" : "";
}

function membersIn(type: Syntax | undefined): Syntax[] {
  return (type?.members as Syntax[] | undefined) ?? [];
}

function optionsOf(type: Syntax | undefined): Syntax[] {
  const tuple = isSyntax(type?.typeAnnotation) ? type.typeAnnotation : type;
  return (tuple?.elementTypes as Syntax[] | undefined) ?? [];
}

function plain(text: string): string {
  return text
    .replace(/\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*/g, "")
    .replace(/\bimport\("[^"]*"\)\./g, "")
    .replace(/\s+/g, " ")
    .trim();
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
