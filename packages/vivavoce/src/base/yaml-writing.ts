import { Document, Scalar, visit } from "yaml";

/** A text that a YAML block preserves exactly: no other line breaks or control characters, no blanks at its ends. */
const blockSafe = /^\S[^\p{Cc}\u2028\u2029]*(?:\n[^\p{Cc}\u2028\u2029]*)*\S\n?$/u;

/** Data as YAML for people. Texts of several lines are written as blocks if a block preserves them exactly. */
export function writtenYaml(data: unknown): string {
  const document = new Document(data, { compat: "yaml-1.1", aliasDuplicateObjects: false });
  visit(document, {
    Scalar(position, scalar) {
      if (typeof scalar.value !== "string" || !scalar.value.includes("\n")) return;
      const asBlock = position !== "key" && blockSafe.test(scalar.value);
      scalar.type = asBlock ? Scalar.BLOCK_LITERAL : Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString({ doubleQuotedAsJSON: true, singleQuote: false, lineWidth: 0 });
}
