import { diffLines } from "../../../vivavoce/src/world/line-diff.ts";
import { differingRanges } from "../../../vivavoce/src/world/text-diff.ts";
import { markdown } from "./markdown.ts";
import { findQuote, type NumberedQuote, numberedQuotes } from "./quotes.ts";
import { type MarkedRange, marked, plainText, type Rich } from "./rich-text.tsx";
import type { CaseTrial } from "./trial.ts";

type Exchange = CaseTrial["exchanges"][number];
type Item = Exchange["items"][number];
type Call = Extract<Item, { type: "call" }>;

/** A call with the marks in it. */
export interface AnnotatedCall extends Omit<Call, "given" | "result"> {
  given: readonly Rich[];
  result: readonly Rich[] | undefined;
  /** Checks that quote the call itself. */
  quotes: number[];
  /** How it differs from the other conversation. */
  differs: string | undefined;
}

export type AnnotatedItem =
  | AnnotatedCall
  | { type: "text"; words: readonly Rich[]; unheard: string | undefined; differs: string | undefined };

export interface AnnotatedExchange extends Omit<Exchange, "user" | "items"> {
  user: readonly Rich[] | undefined;
  items: AnnotatedItem[];
}

/** A conversation with what its checks quote, and with what another conversation does not have. */
export interface Annotated {
  exchanges: AnnotatedExchange[];
  quotes: NumberedQuote[][][];
  /** The numbers of the quotes that were found where they were said to be. */
  found: ReadonlySet<number>;
}

export interface Wishes {
  other?: Pick<CaseTrial, "exchanges"> | undefined;
  /** Replies as they were written, not as Markdown. */
  asWritten?: boolean | undefined;
}

export function annotated(trial: Pick<CaseTrial, "exchanges" | "scores">, { other, asWritten }: Wishes): Annotated {
  const quotes = numberedQuotes(trial.scores);
  const open = new Set(quotes.flat(2));
  const found = new Set<number>();
  /** Each quote is marked once, at the first place that has it. */
  const quotedIn = (text: string, exchange: number, source: NumberedQuote["source"]): MarkedRange[] =>
    [...open].flatMap((quote) => {
      if (quote.exchange !== exchange || quote.source !== source) return [];
      const ranges = findQuote(text, quote.text);
      if (ranges.length === 0) return [];
      open.delete(quote);
      found.add(quote.number);
      const { number, ok, label } = quote;
      return ranges.map((range) => ({ ...range, mark: { kind: "quote", number, ok, label } as const }));
    });
  const reply = (text: string) => (asWritten ? [text] : markdown(text));
  const shown = (texts: readonly Rich[], quoted: MarkedRange[], against: string | undefined) => {
    const differing = against === undefined ? [] : differingRanges(plainText(texts), against);
    return marked(texts, [...quoted, ...differing.map((range) => ({ ...range, mark: { kind: "differs" } as const }))]);
  };

  const exchanges = trial.exchanges.map((exchange): AnnotatedExchange => {
    const { number, user } = exchange;
    const twin = other?.exchanges.find((one) => one.number === number);
    const pairs = other && pairsOf(exchange.items, twin?.items ?? []);
    const items = exchange.items.map((item, index): AnnotatedItem => {
      const pair = pairs?.get(index);
      const alone = pairs && !pair ? "only here" : undefined;
      if (item.type === "text") {
        const against = pair?.type === "text" ? plainText(reply(pair.text)) : undefined;
        const texts = reply(item.text);
        const words = shown(texts, quotedIn(plainText(texts), number, "reply"), against);
        return { type: "text", words, unheard: item.unheard, differs: alone };
      }
      const before = pair?.type === "call" ? pair : undefined;
      const given = shown([item.given], [], before?.given);
      const result = item.result;
      const differs = [
        ...(alone ? [alone] : []),
        ...(before && before.given !== item.given ? ["other arguments"] : []),
        ...(before && (before.result !== result || before.error !== item.error) ? ["other result"] : []),
        ...(before && before.approval?.decision !== item.approval?.decision ? ["other approval"] : []),
      ];
      return {
        ...item,
        given,
        result: result === undefined ? undefined : shown([result], quotedIn(result, number, "result"), before?.result),
        quotes: quotedIn(`${item.name}(${item.given})`, number, "call").flatMap(({ mark }) =>
          mark.kind === "quote" ? [mark.number] : [],
        ),
        differs: differs.length === 0 ? undefined : differs.join(", "),
      };
    });
    const said = user === undefined ? undefined : shown([user], quotedIn(user, number, "user"), twin?.user);
    return { ...exchange, user: said, items };
  });
  return { exchanges, quotes, found };
}

/** Which item of the other conversation stands in the place of each: texts for texts, calls for calls of the same tool. */
function pairsOf(items: readonly Item[], others: readonly Item[]): Map<number, Item> {
  const key = (item: Item) => (item.type === "text" ? "text" : `call ${item.name}`);
  const { removed, inserted } = diffLines(items.map(key), others.map(key));
  const [gone, come] = [new Set(removed), new Set(inserted)];
  const kept = others.filter((_, index) => !come.has(index));
  const pairs = new Map<number, Item>();
  for (const index of items.keys()) {
    if (gone.has(index)) continue;
    const pair = kept[pairs.size];
    if (pair) pairs.set(index, pair);
  }
  return pairs;
}
