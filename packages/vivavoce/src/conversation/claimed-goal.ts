import type { Agent } from "../agent/index.ts";
import {
  allCalls,
  type Case,
  type Expectations,
  replyOf,
  type SimulatorFault,
  type Transcript,
} from "../shape/index.ts";
import { isQuestion, sentencesOf } from "../speech/index.ts";

/**
 * A simulated user that says its goal is met although nothing has happened and nobody has said so. If the agent falsely
 * says that it is done, the user may believe it: that is the agent's failure, and it is scored.
 */
export function withClaimedGoal(transcript: Transcript, { expect }: Case, { tools }: Agent): Transcript {
  const { user, outcome } = transcript;
  const ended = user?.stop === "goal-met" && outcome.kind === "completed";
  if (!ended || happened(transcript, expect, tools) !== "no" || wasToldSo(transcript)) return transcript;
  const last = transcript.exchanges.at(-1);
  const fault: SimulatorFault = {
    kind: "claimed-goal",
    exchange: last?.number ?? 1,
    reason: "said that its goal was met, but nothing that the case expects had happened, and the agent had not said so",
    line: last?.user?.content ?? "",
  };
  return { ...transcript, user: { ...user, faults: [...user.faults, fault] } };
}

/** Whether anything that the case expects has happened: by the world if Viva sees it, otherwise by the calls. */
function happened(transcript: Transcript, expect: Expectations, tools: Agent["tools"]): "yes" | "no" | "unknown" {
  if (expect.world && transcript.world) {
    if (expect.world.effects.length === 0) return "unknown";
    return transcript.world.effects.length > 0 ? "yes" : "no";
  }
  const names = [
    ...(expect.calls ?? []).filter(({ optional }) => !optional).map(({ name }) => name),
    ...(expect.tools ?? []).flatMap((tool) => (tool.shouldCall ? (tool.tools ?? []) : [])),
  ];
  // Only looking something up does not count.
  const reads = new Set((tools ?? []).flatMap(({ name, effect }) => (effect === "read" ? [name] : [])));
  const writes = names.filter((name) => !reads.has(name));
  const needed = new Set(writes.length > 0 ? writes : names);
  if (needed.size === 0) return "unknown";
  const made = allCalls(transcript).some(
    ({ call }) => needed.has(call.name) && call.error === undefined && call.approval?.decision !== "rejected",
  );
  return made ? "yes" : "no";
}

/** Whether the agent ever told the user that it is done, or how things are: the user then had a reason to stop. */
function wasToldSo({ exchanges }: Transcript): boolean {
  return exchanges
    .flatMap((exchange) => sentencesOf(replyOf(exchange)))
    .some(({ text }) => !isQuestion(text) && text.split(/[,;:–—]/).some(tellsOfDone));
}

function tellsOfDone(clause: string): boolean {
  const found = done.exec(clause);
  return found !== null && !ahead.test(clause.slice(0, found.index));
}

const done =
  /\b(?:booked|scheduled|confirmed|reserved|arranged|all set|set up|done|finished|completed?|cancell?ed|moved|changed|updated|added|created|sent|saved|recorded|logged|noted|placed|ordered|refunded|removed|deleted|archived|renamed|registered|submitted|processed|transferred|taken care of|sorted|put (?:you|it|that|this) (?:in|down|on)|got you (?:in|down)|have you down|down for|on (?:the|your|our) (?:calendar|schedule|list|books?)|on (?:the|their|his|her|its) way|see you|(?:will|'ll|’ll) (?:be there|be out|come|arrive|see you|be with you)|you(?:'|’)re (?:in|set|good))\b/i;
/** Words for something that is only planned, asked for, or refused. */
const ahead =
  /\b(?:let me|i(?:'|’)ll|i will|i can|can i|could i|shall i|would you|before|once|if|need|cannot|can(?:'|’)t|couldn(?:'|’)t|not|isn(?:'|’)t|hasn(?:'|’)t|unable|to get (?:you|that|this|it))\b/i;
