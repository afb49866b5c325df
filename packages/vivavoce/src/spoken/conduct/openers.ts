import type { Check, Quote } from "../../shape/index.ts";
import { decided, quoteReply } from "../contract/verdict.ts";
import { tokensOf } from "../text/tokens.ts";

export interface OpenersOptions {
  /** How many first words are compared, unless a pause comes earlier; 3 by default. */
  words?: number | undefined;
  /** The largest share of replies that may begin alike; 0.5 by default. */
  share?: number | undefined;
}

/** A reply, or what the agent had said before the first exchange. */
export interface OpenedReply {
  exchange: number | undefined;
  text: string;
}

/** The first words of a reply, up to the first pause: "got it" of "Got it, Maria." */
export function openerOf(text: string, words: number): string {
  const tokens = tokensOf(text.slice(0, 400));
  const pause = tokens.findIndex(
    ({ kind, text: mark }, index) => index > 0 && kind === "mark" && /[,.;:!?…—–]/.test(mark),
  );
  const clause = tokens.slice(0, pause === -1 ? undefined : pause).filter(({ kind }) => kind !== "mark");
  return clause
    .slice(0, words)
    .map(({ word }) => word)
    .join(" ");
}

/** No two replies in a row, and no more than a share of all, begin with the same words. */
export function checkOpeners(replies: readonly OpenedReply[], { words = 3, share = 0.5 }: OpenersOptions): Check[] {
  const opened = replies.map((reply) => ({ ...reply, opener: openerOf(reply.text, words) }));
  const judged = opened.filter(({ exchange }) => exchange !== undefined);
  if (judged.length === 0 || opened.length < 2) return [];
  const inRow = opened.filter(
    ({ opener, exchange }, index) => exchange !== undefined && opener !== "" && opener === opened[index - 1]?.opener,
  );
  const groups = Map.groupBy(opened, ({ opener }) => opener);
  const frequent = [...groups].filter(
    ([opener, group]) =>
      opener !== "" &&
      group.length > 1 &&
      group.length > opened.length * share &&
      group.some(({ exchange }) => exchange !== undefined),
  );
  const reasons = [
    ...inRow.map(({ opener, exchange }) => `“${opener}” opens exchange ${exchange} as it did the reply before`),
    ...frequent.map(([opener, group]) => `“${opener}” opens ${group.length} of ${opened.length} replies`),
  ];
  const faulty = new Set([...inRow, ...frequent.flatMap(([, group]) => group)]);
  const ok = reasons.length === 0;
  return [
    decided({
      id: "openers",
      label: "replies open differently",
      ok,
      verdict: ok ? "varied" : "repeated",
      reason: ok ? `${opened.length} replies, none opens like the one before or like most` : reasons.join("; "),
      evidence: opened.filter((one) => faulty.has(one)).flatMap(quotesOf),
    }),
  ];
}

function quotesOf({ exchange, text }: OpenedReply): Quote[] {
  return exchange === undefined ? [] : [quoteReply(exchange, text)];
}
