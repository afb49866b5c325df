import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type ParsedNode, type YAMLError } from "yaml";
import { isTabbed, messageOf, readYamlText, safeLine, yamlData, yamlMessage } from "../../base/index.ts";
import { depthFault, duplicateFault, type Fault, nameFault, shapeFault } from "./fault.ts";
import { type PlacedMember, type PlacedNode, SourceMap } from "./placed-tree.ts";
import { type Position, textStart } from "./position.ts";
import { flawOf, idOf, isCaseList, type RawCase, type ReadItem, type Unreadable, unreadableText } from "./raw-case.ts";

/** Enough aliases for a world that every case of a file shares; far too few for aliases that multiply. */
const mostAliases = 10_000;

type PositionAt = (offset: number) => Position;

/** The cases of a YAML file: one, a list, or several documents that are either. */
export function* readYaml(bytes: Buffer): Generator<ReadItem> {
  const beginning = textStart(bytes);
  const unreadable = unreadableText(bytes, beginning);
  if (unreadable) return yield unreadable;
  const text = bytes.toString("utf8", beginning.offset);
  const { documents, positionAt } = readYamlText(text);
  let number = 0;
  for (const document of documents) {
    for (const item of readDocument(document, text, positionAt)) {
      yield item.kind === "case" ? { ...item, offset: number++ } : item;
    }
  }
}

function* readDocument(document: Document.Parsed, text: string, positionAt: PositionAt): Generator<ReadItem> {
  const faults = faultsOf(document, text);
  if (faults.length > 0) return yield { kind: "unreadable", flaws: faults.map((fault) => flawOf(fault, positionAt)) };
  for (const warning of document.warnings) {
    yield { kind: "remark", flaw: { message: warning.message, position: positionAt(warning.pos[0]) } };
  }
  const read = yamlData(document, mostAliases);
  if ("error" in read) {
    const message = `aliases that cannot be followed: ${messageOf(read.error)}`;
    const position = positionAt(read.aliasAt);
    return yield { kind: "unreadable", flaws: [{ message, position, remedy: "write the value out where it is used" }] };
  }
  const content = read.value;
  const [list, node] = isCaseList(content)
    ? [content.cases, document.get("cases", true)]
    : [content, document.contents];
  if (Array.isArray(list) && isSeq(node)) {
    for (const [index, value] of list.entries()) yield yamlCase(document, value, node.items[index], positionAt);
  } else if (content !== null) yield yamlCase(document, content, document.contents, positionAt);
}

function yamlCase(
  document: Document.Parsed,
  value: unknown,
  node: unknown,
  positionAt: PositionAt,
): RawCase | Unreadable {
  const start = (node as ParsedNode | null | undefined)?.range?.[0] ?? 0;
  const source = new SourceMap(positionAt(start), () => yamlTree(document, node, start), positionAt);
  const shape = shapeFault(value);
  if (!shape) return { kind: "case", value, flaws: [], offset: 0, length: 0, source };
  const id = idOf(value);
  if (shape.kind === "depth") return { kind: "unreadable", id, flaws: [flawOf(depthFault(start), positionAt)] };
  const { message, remedy } = nameFault(start);
  return { kind: "unreadable", id, flaws: [{ message, remedy, position: source.field(shape.path) }], value, source };
}

/** One syntax error causes others after it, so only the first is reported; a duplicate field causes none. */
function faultsOf(document: Document.Parsed, text: string): Fault[] {
  const duplicates = document.errors.filter(({ code }) => code === "DUPLICATE_KEY");
  const first = document.errors.find(({ code }) => code !== "DUPLICATE_KEY");
  return [
    ...duplicates.map(({ pos }) => duplicateFault(keyAt(text, pos[0]), pos[0])),
    ...(first ? [faultOf(first, text)] : []),
    // "!!js/function" and the like: the text would stand in for what it was meant to be.
    ...document.warnings.flatMap(({ pos: [offset] }) =>
      text.startsWith("!!", offset) ? [tagFault(text, offset)] : [],
    ),
  ];
}

function tagFault(text: string, offset: number): Fault {
  const [tag = ""] = /^\S*/.exec(text.slice(offset, offset + 100)) ?? [];
  return { kind: "syntax", message: `the tag ${safeLine(tag)} is not known here`, offset, remedy: "write plain data" };
}

function keyAt(text: string, offset: number): string {
  const [written = ""] = /^[^:\n]*/.exec(text.slice(offset, offset + 100)) ?? [];
  return written.trim().replace(/^["']|["']$/g, "");
}

function faultOf(error: YAMLError, text: string): Fault {
  const [offset] = error.pos;
  if (isTabbed(text, offset)) {
    const message = "not valid YAML: this line is indented with a tab";
    return { kind: "syntax", message, offset, remedy: "indent it with spaces" };
  }
  if (error.code === "RESOURCE_EXHAUSTION") return depthFault(offset);
  return { kind: "syntax", message: `not valid YAML: ${safeLine(yamlMessage(error))}`, offset };
}

/** The tree of a YAML node. The contents of an alias are at the place of the alias. */
function yamlTree(document: Document.Parsed, node: unknown, at: number): PlacedNode {
  const offset = (node as ParsedNode | null)?.range?.[0] ?? at;
  if (isAlias(node)) {
    const { scalar, members } = yamlTree(document, node.resolve(document), offset);
    return { offset, scalar, members };
  }
  if (isScalar(node)) return { offset, scalar: node.value, members: [] };
  return { offset, members: membersOf(document, node, offset) };
}

function membersOf(document: Document.Parsed, node: unknown, at: number): PlacedMember[] {
  if (isSeq(node)) {
    return node.items.map((item, index) => {
      const child = yamlTree(document, item, at);
      return { key: index, keyOffset: child.offset, node: child };
    });
  }
  if (!isMap(node)) return [];
  return node.items.map(({ key, value }) => {
    const keyOffset = (key as Node).range?.[0] ?? at;
    const name = isScalar(key) ? String(key.value) : String(key);
    return { key: name, keyOffset, node: yamlTree(document, value, keyOffset) };
  });
}
