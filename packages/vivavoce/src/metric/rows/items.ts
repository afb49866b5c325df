import { type Fact, type Item, saysWords } from "../../judge/index.ts";
import { type Case, callsOf, type Exchange, replyOf, type Transcript } from "../../shape/index.ts";

/** Why a conversation has nothing to judge. */
export const nothingDone = "the agent neither said nor did anything";

/** Why a conversation has no words to judge; undefined if it has some. */
export function noWords({ exchanges }: Pick<Transcript, "exchanges">): string | undefined {
  if (exchanges.some(saysWords)) return undefined;
  return exchanges.some((exchange) => callsOf(exchange).length > 0)
    ? "the agent only called tools, and said nothing"
    : nothingDone;
}

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

/** The right answer, if the case gives it. */
export function referenceFacts({ expect: { reference } }: Case): Fact[] {
  return reference === undefined ? [] : [{ id: "reference", title: "The right answer", text: reference }];
}

/** What was retrieved, each text as a fact of its own. */
export function contextFacts(contexts: readonly string[]): Fact[] {
  return contexts.map((text, index) => ({ id: `context-${index + 1}`, title: `Context ${index + 1}`, text }));
}
