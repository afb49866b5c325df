import {
  Document,
  isAlias,
  LineCounter,
  type ParseOptions,
  parseAllDocuments,
  Scalar,
  visit,
  type YAMLError,
} from "yaml";

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

/** A place in a text, counted from 1; the column counts UTF-16 units, as editors do. */
export interface TextPosition {
  line: number;
  column: number;
}

/**
 * YAML as this package's one parser reads it: its documents, and the position of an offset. Never throws for faults in the
 * text: each document carries its errors, without a code frame.
 */
export function readYamlText(text: string, options: Pick<ParseOptions, "uniqueKeys"> = {}) {
  const lineCounter = new LineCounter();
  const settings = { ...options, lineCounter, prettyErrors: false, stringKeys: true, logLevel: "error" } as const;
  const documents = parseAllDocuments(text, settings);
  return {
    documents: "empty" in documents ? [] : documents,
    positionAt: (offset: number): TextPosition => {
      const { line, col } = lineCounter.linePos(offset);
      return { line: Math.max(line, 1), column: Math.max(col, 1) };
    },
  };
}

/** A document as data, or the offset of the first alias where there are more of them than a text needs. */
export function yamlData(
  document: Document.Parsed,
  mostAliases: number,
): { value: unknown } | { aliasAt: number; error: unknown } {
  try {
    return { value: document.toJS({ maxAliasCount: mostAliases }) };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    let aliasAt = 0;
    visit(document, {
      Node(_, node) {
        if (!isAlias(node)) return undefined;
        aliasAt = node.range?.[0] ?? 0;
        return visit.BREAK;
      },
    });
    return { aliasAt, error };
  }
}

/** The parser's message, in our own words if it mentions the parser's options. */
export function yamlMessage({ code, message }: Pick<YAMLError, "code" | "message">): string {
  if (code === "BLOCK_AS_IMPLICIT_KEY") return "a second “: ” in one line: the text that holds it has to be in quotes";
  return code === "NON_STRING_KEY" ? "a key is not a plain text" : message;
}

/** Whether the line of this place is indented by a tab, which the parser reports in several ways, or not as such. */
export function isTabbed(text: string, offset: number): boolean {
  return /^ *\t/.test(text.slice(text.lastIndexOf("\n", offset - 1) + 1));
}
