import { AgentFailure } from "../agent-failure.ts";
import type { Piece } from "../record-pieces.ts";
import type { AgentEvent } from "../types.ts";
import { objectOf, type Protocol } from "./protocol.ts";

/**
 * Viva's own protocol: the message is `{ type: "say", conversation, text, history }`, and the answer is the agent's
 * events, one line of JSON each. The reply ends with the answer.
 */
export function vivaProtocol(): Protocol {
  const read = (line: string): readonly Piece[] => {
    if (line.trim() === "") return [];
    const event = objectOf(line);
    if (event.type === "fail") throw new AgentFailure(String(event.message ?? "the server says that it has failed"));
    return [event as unknown as AgentEvent];
  };
  return {
    body: ({ message, conversation, history, heard }) => ({ type: "say", conversation, text: message, history, heard }),
    stream: "ndjson",
    whole: (text) => text.split("\n").flatMap(read),
    part: read,
  };
}
