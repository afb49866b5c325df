import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type ParsedNode } from "yaml";
import type { PlacedMember, PlacedNode } from "./placed-tree.ts";

/** The tree of a YAML node. The contents of an alias are at the place of the alias. */
export function yamlTree(document: Document.Parsed, node: unknown, at: number): PlacedNode {
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
