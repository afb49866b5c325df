import type { Exchange, ToolCall, Transcript } from "../../shape/index.ts";

/** What happens in a conversation, in order. History has no exchange: it is known, but not checked. */
export type TalkEvent =
  | { kind: "caller"; text: string; exchange: number | undefined; stance: "consents" | "refuses" | undefined }
  | { kind: "agent"; text: string; exchange: number | undefined }
  | { kind: "call"; call: ToolCall; exchange: number };

/** The conversation as one line of events: history, then what the caller and the agent say and do. */
export function timelineOf({ history, exchanges }: Transcript): TalkEvent[] {
  const before = history.map(
    ({ role, content }): TalkEvent =>
      role === "user"
        ? { kind: "caller", text: content, exchange: undefined, stance: undefined }
        : { kind: "agent", text: content, exchange: undefined },
  );
  const played = exchanges.flatMap(({ number, user, items }): TalkEvent[] => [
    ...(user?.content ? [callerEvent(number, user)] : []),
    ...items.map(
      (item): TalkEvent =>
        item.type === "text"
          ? // What the caller did not hear was not read back to them.
            { kind: "agent", text: item.text, exchange: number }
          : { kind: "call", call: item.call, exchange: number },
    ),
  ]);
  return [...before, ...played];
}

function callerEvent(exchange: number, { content, consents, refuses }: NonNullable<Exchange["user"]>): TalkEvent {
  const stance = consents ? "consents" : refuses ? "refuses" : undefined;
  return { kind: "caller", text: content, exchange, stance };
}
