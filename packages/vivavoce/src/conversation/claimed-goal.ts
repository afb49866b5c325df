import type { Agent } from "../agent/index.ts";
import { allCalls, type Case, type Expectations, type SimulatorFault, type Transcript } from "../shape/index.ts";
import { isQuestion, isRequest, sentencesOf } from "../spoken/index.ts";

/**
 * A simulated user that stops without a reason in the transcript. One that says its goal is met although nothing has
 * happened and nobody has said so: if the agent falsely says that it is done, the user may believe it, and that is the
 * agent's failure, which is scored. And one that gives up as soon as it is asked something.
 */
export function withUnfoundedStop(
  transcript: Transcript,
  { expect }: Case,
  { tools }: Agent,
  /** What the user had heard when it stopped: a reply to its last words gives no reason for them. */
  heard: readonly string[],
): Transcript {
  const { user, outcome } = transcript;
  if (!user || user.faults.length > 0 || outcome.kind !== "completed") return transcript;
  const last = transcript.exchanges.at(-1);
  const fault = (kind: SimulatorFault["kind"], reason: string): Transcript => {
    const found = { kind, exchange: last?.number ?? 1, reason, line: last?.user?.content ?? "" };
    return { ...transcript, user: { ...user, faults: [...user.faults, found] } };
  };
  if (user.stop === "gives-up" && wasOnlyAsked(heard))
    return fault("broke-stop-rule", "gave up at the agent's first question");
  if (user.stop !== "goal-met" || wasToldSo(heard)) return transcript;
  const isSo = happened(transcript, expect, tools);
  const claimed = (but: string) => fault("claimed-goal", `said that its goal was met, but ${but}`);
  if (isSo === "no") return claimed("nothing that the case expects had happened, and the agent had not said so");
  // Where the case does not say what has to happen, the agent must at least have told the user something.
  return isSo === "yes" || heard.some(tells) ? transcript : claimed("the agent had done and told it nothing");
}

/** The agent has said one thing, which asks and refuses nothing. */
function wasOnlyAsked([reply = "", ...others]: readonly string[]): boolean {
  const asks = sentencesOf(reply).some(({ text }) => isQuestion(text));
  return asks && others.length === 0 && !negative.test(reply);
}

const negative =
  /\b(?:no|not|cannot|never|unable|unfortunately|sorry|afraid|closed|sold out|full|none|only|\w+n(?:'|’)t)\b/i;

/** Whether a reply states something, besides greetings, questions, promises and refusals. */
function tells(reply: string): boolean {
  return sentencesOf(reply).some(({ text }) => !isQuestion(text) && !isRequest(text) && !empty.test(text));
}

const empty =
  /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks?|thank you|welcome|ok(?:ay)?|sure|great|of course|certainly|absolutely|got it|understood|i (?:see|understand)|happy to help|bye|goodbye|you(?:'|’)re welcome)\b[^,.!]{0,20}[,.!]*$|\b(?:let me|i(?:'|’)ll|i will|one moment|hold on|hang on|checking|sorry|unfortunately|unable|afraid|(?:i|we) (?:can(?:'|’)t|cannot|could ?n[o'’]t|won(?:'|’)t|don(?:'|’)t know))\b|^\W*this is\b/i;

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
function wasToldSo(heard: readonly string[]): boolean {
  return heard
    .flatMap((reply) => sentencesOf(reply))
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
