import { Document, isMap, isScalar, isSeq, Scalar, type ToStringOptions, visit } from "yaml";
import type { JsonObject } from "../base/index.ts";

/** Lines are not folded, and quoted texts are written as in JSON. */
const style: ToStringOptions = { doubleQuotedAsJSON: true, singleQuote: false, lineWidth: 0 };

/** Whether a block literal keeps a text exactly; one that begins or ends with white space is safer in quotes. */
const blockSafe = /^\S.*\S\n?$/s;

/** The YAML text of a tape file; the same data always give the same bytes. */
export function tapeText(file: JsonObject): string {
  // "yes", "1e3" and dates are quoted, so that YAML 1.1 readers also read them as texts.
  const document = new Document(file, { compat: "yaml-1.1", aliasDuplicateObjects: false });
  visit(document, {
    Scalar(position, scalar) {
      if (typeof scalar.value !== "string" || !scalar.value.includes("\n")) return;
      const asBlock = position !== "key" && blockSafe.test(scalar.value);
      scalar.type = asBlock ? Scalar.BLOCK_LITERAL : Scalar.QUOTE_DOUBLE;
    },
    Pair(_, { key, value }) {
      if (!isScalar(key)) return;
      if (key.value === "usage" && isMap(value)) value.flow = true;
      if ((key.value === "logprobs" || key.value === "exchanges") && isSeq(value))
        for (const item of value.items) if (isMap(item)) item.flow = true;
    },
  });
  return document.toString(style);
}
