import { isJsonObject, type JsonObject, type JsonValue } from "../base/index.ts";

/** What a hand-written judge entry says about each item: id → verdict, quote, reason, or only the verdict. */
export type TapeItems = Record<string, JsonValue>;

/** Turns a hand-written judge entry into the text with which a judge would have answered. */
export type EncodeItems = (items: TapeItems) => string;

/** The judge's JSON: one object per item, with evidence, reasoning and verdict in this order; other fields are passed on. */
export const encodeJudgeItems: EncodeItems = (items) =>
  JSON.stringify({ items: Object.entries(items).map(([id, item]) => judgeItem(id, item)) });

function judgeItem(id: string, item: JsonValue): JsonObject {
  if (!isJsonObject(item)) return { id, evidence: [], reasoning: "", verdict: item };
  const { quote, reason, verdict, ...others } = item;
  const evidence = quote === undefined || quote === null ? [] : Array.isArray(quote) ? quote : [quote];
  return { id, evidence, reasoning: reason ?? "", ...(verdict === undefined ? {} : { verdict }), ...others };
}
