import { findValues } from "../slots/find-values.ts";
import type { FoundValue } from "../slots/slot-kind.ts";
import { type Sentence, sentencesOf } from "../text/sentences.ts";
import { hasReadBackCue, isOffer, isOwn } from "./read-back-cues.ts";
import { compareGiven, type SlotTrail, type Talk } from "./talk.ts";
import type { TalkEvent } from "./timeline.ts";

type AgentEvent = Extract<TalkEvent, { kind: "agent" }>;

interface Said {
  trail: SlotTrail;
  values: FoundValue[];
}

const asksToCommit =
  /\b(?:book|schedule|lock|reserve|go ahead|put you (?:down|in)|shall i|should i|want me to|good to go|confirm|okay|ok)\b/i;

/** Takes in what the agent says: what it asks for, reads back and proposes. */
export function hearAgent(talk: Talk, event: AgentEvent): void {
  const sentences = sentencesOf(event.text);
  const said = valuesIn(talk, event.text, sentences);
  for (const trail of talk.trails) noteAsks(trail, event, sentences, said);
  const readBack = said.filter((one) => noteValues(one, said, event, sentences));
  const question = event.text.includes("?");
  const cue = hasReadBackCue(event.text);
  const nothingKnown = talk.trails.every(({ given }) => given === undefined);
  const wholeReadBack = (cue && readBack.length > 0) || (question && readBack.length > 1);
  const proposal = question && said.length > 0 && asksToCommit.test(event.text);
  if (wholeReadBack || proposal || (nothingKnown && cue && question)) talk.readBack = true;
}

function valuesIn(talk: Talk, text: string, sentences: readonly Sentence[]): Said[] {
  const states = talk.trails.map(({ slot, given }) => ({ slot, asked: false, known: given?.values[0] }));
  const found = findValues(text, states, "agent");
  return talk.trails.flatMap((trail) => {
    const values = (found.get(trail.slot.name) ?? []).filter(({ start }) => !isOwn(sentenceAt(sentences, start)));
    return values.length > 0 ? [{ trail, values }] : [];
  });
}

function sentenceAt(sentences: readonly Sentence[], place: number): string {
  return sentences.findLast(({ start }) => start <= place)?.text ?? "";
}

/** Notes a value as read back or as the agent's own proposal; says whether it was read back. */
function noteValues(
  { trail, values }: Said,
  said: readonly Said[],
  { text, exchange }: AgentEvent,
  sentences: readonly Sentence[],
): boolean {
  const { given, slot } = trail;
  const spoken = values.filter((value) => slot.kindName !== "time" || repeats(value, said, text, sentences));
  const proposed = given === undefined ? values : values.filter((value) => !spoken.includes(value));
  trail.offered.push(...proposed);
  if (given === undefined || spoken.length === 0) return false;
  trail.heard = true;
  const compared = spoken.map((value) => ({ value, comparison: compareGiven(slot, given, value.value) }));
  const chosen =
    compared.find(({ comparison }) => comparison === "same") ??
    compared.find(({ comparison }) => comparison === "different") ??
    compared[0];
  if (chosen && exchange !== undefined) {
    trail.readBacks.push({ text: chosen.value.text, value: chosen.value.value, exchange, given });
  }
  return true;
}

/** A time is repeated where the reply says so or repeats other things too; else the agent proposes one of its own. */
function repeats({ start }: FoundValue, said: readonly Said[], text: string, sentences: readonly Sentence[]): boolean {
  if (isOffer(sentenceAt(sentences, start))) return false;
  const others = said.some(({ trail }) => /^(?:phone|address|zip)$/.test(trail.slot.kindName ?? "") && trail.given);
  return hasReadBackCue(text) || (others && text.includes("?"));
}

function noteAsks(
  trail: SlotTrail,
  { exchange }: AgentEvent,
  sentences: readonly Sentence[],
  said: readonly Said[],
): void {
  const { slot, given, disputed } = trail;
  const asking = sentences.filter(({ text }) => slot.asks(text));
  if (asking.length === 0) return;
  trail.asked = true;
  if (exchange === undefined) return;
  trail.asks += 1;
  if (!given || disputed) return;
  const values = said.find((one) => one.trail === trail)?.values ?? [];
  const says = slot.kindName !== "name" && values.some(({ value }) => compareGiven(slot, given, value) === "same");
  const again = asking.find(
    (sentence) =>
      !says && !holdsValue(sentence, values) && !slot.kind.leavesOpen?.(given.values[0] ?? "", sentence.text),
  );
  if (again) trail.askedAgain.push({ sentence: again.text.trim(), exchange, given });
}

/** A question that has the value in it asks for a yes. */
function holdsValue({ text, start }: Sentence, values: readonly FoundValue[]): boolean {
  return values.some((value) => value.start >= start && value.start < start + text.length && value.end > value.start);
}
