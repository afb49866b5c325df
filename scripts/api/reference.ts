// The pages of docs/reference/api: one for each entry point, made from the declarations that the build writes.
import { commentBefore, type Declaration, isSyntax, type Syntax } from "./declarations.ts";
import { type Member, membersOf } from "./documented.ts";
import { type EntryPoint, keyOf, type PublicName, partsOf } from "./public-api.ts";
import { typeOf } from "./type-text.ts";

/** The pages by file name. A name that several entry points export is described on the first one's page. */
export function referencePages(entries: readonly EntryPoint[]): Map<string, string> {
  const homes = new Map<string, string>();
  for (const { from, names } of entries) {
    for (const { declaration } of names) if (!homes.has(keyOf(declaration))) homes.set(keyOf(declaration), from);
  }
  const parts = partsOf(entries);
  const pages = entries.map((entry) => [fileOf(entry.from), pageOf(entry, homes, parts.get(entry) ?? [])] as const);
  return new Map([["README.md", overview(entries)], ...pages]);
}

function overview(entries: readonly EntryPoint[]): string {
  const rows = entries.map(({ from, names }) => {
    const values = names.filter(({ kind }) => kind === "value").map(({ name }) => `\`${name}\``);
    return `| [\`${from}\`](${fileOf(from)}) | ${values.join(", ")} |`;
  });
  return `# API reference

Everything that can be imported, one page for each entry point. These pages are made from the comments in the code by \`node scripts/api-reference.ts\`; [your first suite](../../guide/first-suite.md) shows how the parts work together.

| import from | functions and values |
| --- | --- |
${rows.join("\n")}
`;
}

function fileOf(from: string): string {
  return `${from.split("/").at(-1)}.md`;
}

function pageOf(
  { from, names }: EntryPoint,
  homes: ReadonlyMap<string, string>,
  inside: readonly PublicName[],
): string {
  const own = names.filter(({ declaration }) => homes.get(keyOf(declaration)) === from);
  // Functions first, then classes.
  const values = own
    .filter(({ kind }) => kind === "value")
    .toSorted((a, b) => Number(/^[A-Z]/.test(a.name)) - Number(/^[A-Z]/.test(b.name)));
  const types = own.filter(({ kind }) => kind === "type");
  const elsewhere = names.filter((name) => !own.includes(name));
  const parts = [
    `# \`${from}\``,
    ...values.map(sectionOf),
    ...(types.length > 0 ? ["## Types", ...types.map(typeSection)] : []),
    ...(inside.length > 0 ? [partsHeading, ...inside.map(typeSection)] : []),
    ...(elsewhere.length > 0
      ? [`## Also exported here\n\n${elsewhere.map((name) => linkTo(name, homes)).join(", ")}`]
      : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

const partsHeading =
  '## Inside these types\n\nThese cannot be imported. Name one by its place, such as `HttpAgentOptions["start"]`.';

function linkTo({ name, declaration }: PublicName, homes: ReadonlyMap<string, string>): string {
  return `[\`${name}\`](${fileOf(homes.get(keyOf(declaration)) ?? "")}#${name.toLowerCase()})`;
}

function sectionOf(name: PublicName): string {
  return section("##", name);
}

function typeSection(name: PublicName): string {
  return section("###", name);
}

function section(heading: string, { name, declaration }: PublicName): string {
  const { text, examples } = commentOf(declaration);
  const members = membersOf(declaration).filter(({ isNested, comment }) => comment && !isNested);
  const signature = signatureOf(declaration, members);
  const isInferred = members.length > 0 && /z\.(?:infer|input)</.test(signature);
  const parts = [
    `${heading} \`${name}\``,
    text,
    // What is inferred from a schema has nothing to show but its members.
    isInferred ? "" : `\`\`\`ts\n${signature}\n\`\`\``,
    members.length > 0 ? memberTable(members) : "",
    ...examples.map((example) => `\`\`\`ts\n${example}\n\`\`\``),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function commentOf({ nodes, source }: Declaration): { text: string; examples: string[] } {
  const comment = nodes.map((node) => commentBefore(source, node)).find((found) => found) ?? "";
  const [text = "", ...examples] = comment.split(/^@example ?/m);
  return { text: escaped(text), examples: examples.map((example) => example.trim()) };
}

/** The declaration in a few lines: members stand in a table of their own. */
function signatureOf({ nodes, source, name }: Declaration, members: readonly Member[]): string {
  const texts = nodes.map((node) => {
    const body = isSyntax(node.body) ? (node.body as Syntax) : undefined;
    if (body && members.length > 0) return `${withoutComments(source.slice(node.start, body.start)).trim()} { … }`;
    const text = source.slice(node.start, node.end);
    // What stands before the forms of a union says what they are for.
    return node.type === "TSTypeAliasDeclaration" ? text : withoutComments(text);
  });
  const whole = texts.join("\n").replace(/^export |^declare |^export declare /gm, "");
  if (/: z\.Zod/.test(whole.split("\n", 1)[0] ?? "")) return `const ${name}: z.ZodType`;
  return dedented(whole);
}

function memberTable(members: readonly Member[]): string {
  const seen = new Set<string>();
  const rows = members.flatMap(({ name, node, comment = "", source }) => {
    if (seen.has(name) || node.computed) return [];
    seen.add(name);
    const { text, optional } = typeOf(node, source);
    const type = text === "" ? "" : `\`${text.replaceAll("|", "\\|")}\``;
    return `| \`${name}${optional ? "?" : ""}\` | ${type} | ${escaped(comment).replaceAll("|", "\\|")} |`;
  });
  return ["| member | type | meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

function withoutComments(text: string): string {
  return text.replace(/\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*/g, "");
}

function dedented(text: string): string {
  return text.replace(/^( {4})+/gm, (indent) => "  ".repeat(indent.length / 4)).trim();
}

/** One line, in which nothing is taken for a tag. */
function escaped(text: string): string {
  return text
    .trim()
    .replaceAll(/\s*\n\s*/g, " ")
    .replace(/(`[^`]*`)|</g, (_all, code?: string) => code ?? "\\<");
}
