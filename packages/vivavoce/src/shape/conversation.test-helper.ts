import type { ToolCall } from "./tool-call.ts";
import type { Exchange, Transcript, TranscriptItem } from "./transcript.ts";

/** One exchange: what the user says, then what the agent says (a text) or does (a call). */
export type Played = readonly [user: string, ...deeds: (string | ToolCall)[]];

/** A transcript of these exchanges, completed. */
export function conversation(exchanges: readonly Played[], more: Partial<Transcript> = {}): Transcript {
  return {
    version: 2,
    case: "case",
    variant: {},
    repeat: 1,
    agent: { name: "agent", version: "1" },
    history: [],
    exchanges: exchanges.map(exchangeOf),
    outcome: { kind: "completed", ended: { by: "script", unsaid: [] } },
    ...more,
  };
}

function exchangeOf([user, ...deeds]: Played, index: number): Exchange {
  const items = deeds.map(
    (deed): TranscriptItem => (typeof deed === "string" ? { type: "text", text: deed } : { type: "call", call: deed }),
  );
  return { number: index + 1, user: { content: user }, items, modelCalls: 1 };
}
