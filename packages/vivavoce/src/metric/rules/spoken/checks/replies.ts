import { replyOf, type Transcript } from "../../../../transcript/index.ts";

/** Something the agent said in an exchange. */
export interface SpokenReply {
  exchange: number;
  text: string;
}

/** The replies that are judged: those of the exchanges, where anything was said. */
export function repliesOf({ exchanges }: Transcript): SpokenReply[] {
  return exchanges
    .map((exchange) => ({ exchange: exchange.number, text: replyOf(exchange) }))
    .filter(({ text }) => text.trim() !== "");
}
