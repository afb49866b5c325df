import type { Place } from "../../base/index.ts";
import type { Exchange, Outcome, Transcript } from "../../shape/index.ts";
import type { ChatConversation, MessageFlaw } from "../transcripts/from-messages.ts";
import type { Collected } from "./collected.ts";

/** A conversation that another tool recorded. */
interface Recorded {
  id: string;
  conversation: ChatConversation | { flaws: MessageFlaw[] };
  place: Place;
  agent?: string | undefined;
  /** Adds facts about the exchanges that the messages do not hold. */
  complete?: ((exchanges: Exchange[], outcome: Outcome) => Outcome) | undefined;
}

/** Adds the transcript of a recorded conversation, or reports why it cannot be one. */
export function addRecorded(into: Collected, { id, conversation, place, agent = "unknown", complete }: Recorded): void {
  if ("flaws" in conversation) {
    for (const { index, message } of conversation.flaws)
      into.report.lost(`message ${index + 1}: ${message}`, { ...place, caseId: id });
    return;
  }
  const { exchanges } = conversation;
  const outcome = withoutBlame(conversation.outcome, exchanges);
  const transcript: Transcript = {
    version: 2,
    case: id,
    variant: {},
    repeat: 1,
    agent: { name: agent, version: "imported" },
    history: [],
    exchanges,
    outcome: complete?.(exchanges, outcome) ?? outcome,
  };
  into.addTranscript(transcript, place);
}

/** A record that stops after a line of the user says nothing about the agent: its answer may not have been recorded. */
function withoutBlame(outcome: Outcome, exchanges: readonly Exchange[]): Outcome {
  if (outcome.kind !== "agent-failed") return outcome;
  const last = exchanges.at(-1);
  if (last === undefined || last.number !== outcome.exchange) return outcome;
  return { kind: "infrastructure", message: "the record ends before the agent answered", exchange: last.number };
}
