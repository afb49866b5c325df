import { replyOf, type Transcript } from "../../../../transcript/index.ts";

/** Something the agent said in an exchange. */
export interface SpokenReply {
  exchange: number;
  text: string;
}

/** The replies that are checked: those with words. */
export function repliesOf({ exchanges }: Transcript): SpokenReply[] {
  return exchanges
    .map((exchange) => ({ exchange: exchange.number, text: replyOf(exchange) }))
    .filter(({ text }) => text.trim() !== "");
}
