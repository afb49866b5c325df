import type { failureLines } from "../failure-lines.ts";
import type { conversationView } from "./trial-view.ts";

type Searched = Pick<ReturnType<typeof conversationView>, "history" | "exchanges" | "ends"> & {
  reasons: ReturnType<typeof failureLines>;
};

/** More hits in one trial would only say the same. */
const mostOfTrial = 5;
const around = 70;

/** Where a text that was cut begins and ends: no word and no emoji is cut in two. */
const [cutBegin, cutEnd] = [/^[\udc00-\udfff]?(?:\S{0,20}(?=\s))?/, /(?:(?<=\s)\S{0,20}|[\ud800-\udbff])?$/];

/** Finds a text, whatever its capitals. In a lower-case copy "İ" takes two places, and all that follow would be wrong. */
export function textPattern(text: string): RegExp {
  return new RegExp(text.replace(/[\^$\\.*+?()[\]{}|/]/g, "\\$&"), "giu");
}

/**
 * Where a text occurs in what was said, called, returned and criticised, with the words around it as they are shown. Also
 * for the page, so without imports.
 */
export function hitsIn(trial: Searched, text: string) {
  const hits = [];
  for (const [where, exchange, said] of passages(trial)) {
    const [found] = said?.matchAll(textPattern(text)) ?? [];
    if (!found) continue;
    const { 0: match, index: at, input } = found;
    const before = at <= around ? input.slice(0, at) : input.slice(at - around, at).replace(cutBegin, "…");
    const rest = input.slice(at + match.length);
    const after = rest.length <= around ? rest : rest.slice(0, around).replace(cutEnd, "…");
    hits.push({ where, exchange, before, match, after });
    if (hits.length >= mostOfTrial) break;
  }
  return hits;
}

/** One that is not in an exchange has no number of one. */
type Passage = readonly [
  where: "user" | "reply" | "call" | "result" | "error" | "reason" | "ending" | "before",
  exchange: number | undefined,
  said: string | undefined,
];

function* passages({ history, exchanges, ends, reasons }: Searched): Generator<Passage> {
  for (const { text } of history) yield ["before", undefined, text];
  for (const { number, user, items } of exchanges) {
    yield ["user", number, user];
    for (const item of items) {
      if (item.type === "text") yield ["reply", number, item.text];
      else {
        yield ["call", number, `${item.name} ${item.given}`];
        yield ["result", number, item.error === undefined ? item.result : undefined];
        yield ["error", number, item.error];
      }
    }
  }
  for (const end of ends) yield ["ending", undefined, end];
  for (const { source, text } of reasons) yield ["reason", exchangeIn(text), `${source}: ${text}`];
}

/** The exchange that a reason names. */
const exchangeIn = (text: string) => {
  const [, number] = /\bexchange (\d+)/.exec(text) ?? [];
  return number === undefined ? undefined : Number(number);
};
