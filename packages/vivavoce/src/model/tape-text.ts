import { Document, isMap, isScalar, isSeq, Scalar, type ToStringOptions, visit } from "yaml";
import type { JsonObject } from "../base/index.ts";

/** Nothing is folded, and a text that needs quotes is written as JSON writes it. */
const style: ToStringOptions = { doubleQuotedAsJSON: true, singleQuote: false, lineWidth: 0 };

/** A text that a block literal gives back to the letter; one that begins or ends in white space is safer quoted. */
const blockSafe = /^\S.*\S\n?$/s;

/** The YAML text of a tape file: the same data, the same bytes. */
export function tapeText(file: JsonObject): string {
  // "yes", "1e3" and dates are quoted so that a reader of the older YAML 1.1 takes them for texts too.
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
