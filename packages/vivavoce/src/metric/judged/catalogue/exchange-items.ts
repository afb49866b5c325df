import type { Item } from "../../../judge/index.ts";
import { callsOf, type Exchange, replyOf, type Transcript } from "../../../shape/index.ts";

/** The exchanges of a conversation, without a last user line that nobody answered. */
export function heldExchanges({ exchanges }: Pick<Transcript, "exchanges">): Exchange[] {
  return exchanges.slice(0, exchanges.findLastIndex(hasDeed) + 1);
}

function hasDeed(exchange: Exchange): boolean {
  return replyOf(exchange).trim() !== "" || callsOf(exchange).length > 0;
}

/** One item for all that the agent said and did in an exchange: `e1` is exchange 1. */
export function exchangeItems(transcript: Pick<Transcript, "exchanges">): Item[] {
  return heldExchanges(transcript)
    .filter(hasDeed)
    .map((exchange): Item => {
      const { number } = exchange;
      const reply = replyOf(exchange).trim();
      const item = { id: `e${number}`, exchange: number };
      if (reply !== "") return { ...item, text: reply, source: "reply" };
      const names = callsOf(exchange).map(({ name }) => name);
      return { ...item, text: `(no words; tool calls: ${names.join(", ")})` };
    });
}
