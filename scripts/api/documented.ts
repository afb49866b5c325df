// What the public declarations leave unsaid: names and members without a comment, functions without an example.
import { commentBefore, type Declaration, isSyntax, named, nameOf, type Syntax, visit } from "./declarations.ts";
import type { PublicName } from "./public-api.ts";
import { zodName } from "./type-text.ts";

/** A member of a public interface, class or schema. */
export interface Member {
  name: string;
  node: Syntax;
  comment: string | undefined;
  /** The text that it stands in. */
  source: string;
  /** Whether it is a field of a field, in a schema. */
  isNested?: boolean;
}

/** The members of a declaration that users read or write, those of the schema behind `z.infer` included. */
export function membersOf({ file, nodes, source }: Declaration): Member[] {
  return nodes.flatMap((node) => {
    const queried = schemaBehind(node);
    const schema = queried === undefined ? undefined : named(file, queried);
    if (schema) return schema.nodes.flatMap((inner) => schemaMembers(inner, schema.source));
    return bodyOf(node).flatMap((member) => memberOf(member, source));
  });
}

/** `configSchema` in `type Config = z.infer<typeof configSchema>`. */
function schemaBehind(node: Syntax): string | undefined {
  let found: string | undefined;
  if (node.type !== "TSTypeAliasDeclaration") return undefined;
  visit(node, (part) => {
    if (part.type === "TSTypeQuery") found ??= (part.exprName as { name?: string }).name;
  });
  return found?.endsWith("Schema") ? found : undefined;
}

/** The fields of the object that a schema describes, and of all objects inside of it. */
function schemaMembers(node: Syntax, source: string): Member[] {
  const members: Member[] = [];
  const transformed: Syntax[] = [];
  const isWithin = (part: Syntax) => (outer: Syntax) => part.start > outer.start && part.end <= outer.end;
  visit(node, (part) => {
    // What a schema turns another form into is described there.
    if (zodName(part) === "ZodTransform") transformed.push(part);
    if (part.type !== "TSPropertySignature" || isEnumEntry(part) || transformed.some(isWithin(part))) return;
    const isNested = members.map((member) => member.node).some(isWithin(part));
    members.push(...memberOf(part, source).map((member) => ({ ...member, isNested })));
  });
  return members;
}

/** `pass: "pass"` in `z.ZodEnum<{ pass: "pass" }>`; the configuration of a schema, `out: unknown`, is none either. */
function isEnumEntry({ key, typeAnnotation }: Syntax): boolean {
  const type = (typeAnnotation as Syntax | undefined)?.typeAnnotation as Syntax | undefined;
  const literal = type?.type === "TSLiteralType" ? (type.literal as { value?: unknown }).value : undefined;
  return literal !== undefined && literal === nameOf(key);
}

function bodyOf(node: Syntax): Syntax[] {
  const body = (node.body as { body?: unknown } | undefined)?.body;
  if (Array.isArray(body)) return body.filter(isSyntax);
  const type = node.typeAnnotation as Syntax | undefined;
  return type?.type === "TSTypeLiteral" ? (type.members as Syntax[]) : [];
}

function memberOf(node: Syntax, source: string): Member[] {
  const isMember = /^(TS(Property|Method)Signature|PropertyDefinition|MethodDefinition|TSAbstract\w+)$/.test(node.type);
  const isHidden = node.accessibility === "private" || (isSyntax(node.key) && node.key.type === "PrivateIdentifier");
  if (!isMember || isHidden || node.kind === "constructor") return [];
  return [{ name: nameOf(node.key), node, comment: commentBefore(source, node), source }];
}

/** Everything that a public name leaves unsaid. */
export function undocumented({ name, declaration }: PublicName): string[] {
  const { nodes, source } = declaration;
  const comments = nodes.map((node) => commentBefore(source, node));
  const problems = comments.some((comment) => comment) ? [] : [`${name} has no comment`];
  const isFunction = nodes.some(({ type }) => /Function/.test(type));
  if (isFunction && !comments.some((comment) => comment?.includes("@example"))) problems.push(`${name} has no example`);
  const isError = nodes.some(({ type }) => type === "ClassDeclaration");
  const silent = membersOf(declaration).filter(({ comment, name: member, node }) => {
    // An error's name says nothing that its class does not say, and a symbol is not for users.
    return !comment && !isDiscriminant(node) && !node.computed && !(isError && ["name", "exitCode"].includes(member));
  });
  return [...problems, ...silent.map((member) => `${name}.${member.name} has no comment`)];
}

/** A field whose one value says which of several forms this is. */
function isDiscriminant({ typeAnnotation }: Syntax): boolean {
  const type = (typeAnnotation as Syntax | undefined)?.typeAnnotation as Syntax | undefined;
  return type?.type === "TSLiteralType" || zodName(type) === "ZodLiteral";
}
