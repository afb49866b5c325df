import { findValues, type SlotValues } from "../slots/find-values.ts";
import type { Slot } from "../slots/resolve-slots.ts";
import type { FoundValue } from "../slots/slot.ts";
import { type Sentence, without } from "../text/tokens.ts";
import { compareGiven, heardBack, type SlotTrail, type Talk, type TalkEvent, whyOpen } from "./talk.ts";

type AgentEvent = Extract<TalkEvent, { kind: "agent" }>;

/** Takes in what the agent says: what it asks for, reads back and proposes. */
export function hearAgent(talk: Talk, { text, exchange }: AgentEvent): void {
  talk.lastReply += `${text} `;
  const reply = replyIn(talk, text);
  for (const trail of talk.trails) noteAsks(trail, talk.said, reply, exchange);
  const readBack = reply.said.filter((said) => noteValues(said, reply, exchange));
  const { cue, question, said } = reply;
  // Whoever offers several values in a question asks for one of them.
  if (!talk.trails.some(({ asked }) => asked)) {
    for (const { trail, values } of said) {
      const offered = values.filter(({ sentence }) => sentence.text.includes("?"));
      if (trail.given || offered.length < 2) continue;
      trail.asked = true;
      trail.everAsked = true;
    }
  }
  const known = talk.trails.filter(({ given }) => given !== undefined);
  // A name alone only addresses the caller, unless there is nothing else to read back.
  const weighty = readBack.some(({ trail }) => !isName(trail)) || (readBack.length > 0 && known.every(isName));
  const wholeReadBack = (cue && weighty) || (question && readBack.length > 1);
  const { cues } = talk.locale;
  const last = reply.sentences.findLast((sentence) => sentence.text.includes("?"));
  const asksToCommit = last !== undefined && cues.asksToCommit(last.text);
  const asksValue = talk.trails.some(({ asked }) => asked);
  const asksAbout = !asksValue && said.some(({ values }) => values.some(({ sentence }) => sentence === last));
  const proposal = said.some(({ trail }) => !isName(trail)) && (asksToCommit || asksAbout);
  // Behind a value, a question about something else may be what a yes answers.
  talk.proposed ||= (question && cues.asksToCommit(text)) || (said.some(({ trail }) => !isName(trail)) && !asksValue);
  if (wholeReadBack || proposal || (known.length === 0 && cue && question)) talk.readBack = true;
}

function isName({ slot }: SlotTrail): boolean {
  return slot.kindName === "name";
}

/** Notes values as read back or as the agent's own proposals; says whether any was read back. */
function noteValues({ trail, values: said }: SaidSlot, reply: UnderstoodReply, exchange: number | undefined): boolean {
  const { given, slot } = trail;
  const values = completed(trail, said);
  const repeated = values.filter((value) => slot.kindName !== "time" || isRepeated({ ...value, slot }, reply));
  const kept = new Set(given === undefined ? [] : repeated);
  trail.offered = [...trail.offered, ...values.filter((value) => !kept.has(value))];
  if (exchange !== undefined) trail.told = values.length === 1 ? values[0] : undefined;
  if (repeated.length === 0) return false;
  // The caller has given it; only Viva could not follow.
  if (given === undefined) {
    const [only, ...more] = repeated;
    const isOne = trail.unread !== undefined && exchange !== undefined && more.length === 0;
    if (only && isOne)
      trail.readBacks.push({ text: only.text, value: only.value, exchange, given, lines: trail.lines.length });
    return trail.unread !== undefined;
  }
  trail.heard = true;
  const compared = repeated.map((value) => ({ value, comparison: compareGiven(slot, heardBack(given), value.value) }));
  const chosen =
    compared.find(({ comparison }) => comparison === "same") ??
    compared.find(({ comparison }) => comparison === "different") ??
    compared[0];
  const why = chosen?.comparison === "open" ? whyOpen(slot, heardBack(given), chosen.value.value) : undefined;
  if (chosen && why !== undefined) {
    trail.open = why;
    // Nobody can tell yet whether it is what the caller gave: their yes will make it so. A name stays as they gave it.
    if (!isName(trail)) trail.offered = [...trail.offered, chosen.value];
    return true;
  }
  if (chosen && exchange !== undefined) {
    const { text: words, value } = chosen.value;
    trail.readBacks.push({ text: words, value, exchange, given, lines: trail.lines.length });
  }
  return true;
}

/**
 * A time is a read-back if the reply says so, also repeats other values, or says nothing but the time; otherwise the agent
 * proposes its own.
 */
function isRepeated({ sentence, slot }: SaidValue & { slot: Slot }, reply: UnderstoodReply): boolean {
  const { said, cue, question } = reply;
  if (sentence.offer) return false;
  const parts = said.flatMap(({ values }) => values.filter((one) => one.sentence === sentence));
  const rest = without(reply.text, parts).slice(sentence.start, sentence.start + sentence.text.length);
  if (slot.locale.cues.readsBack(rest)) return true;
  const others = said.some(({ trail }) => /^(?:phone|address|zip)$/.test(trail.slot.kindName ?? "") && trail.given);
  return cue || (others && question);
}

function noteAsks(
  trail: SlotTrail,
  caller: string,
  { text, sentences, said }: UnderstoodReply,
  exchange: number | undefined,
): void {
  const { slot, given, disputed, unread } = trail;
  const { cues } = slot.locale;
  const isSpelled = given ? given.spelled : unread && cues.spells(unread.text);
  const respells = (question: string) => isName(trail) && isSpelled && cues.asksSpelling(question);
  const asking = sentences.filter(({ text }) => slot.asks(text) || respells(text));
  if (asking.length === 0) return;
  trail.asked = true;
  trail.everAsked = true;
  if (exchange === undefined) return;
  trail.asks += 1;
  if (disputed || (unread && cues.asksRepeat?.(text, unread.text))) return;
  // What was not understood may have been the value.
  if (!given && !unread) return;
  const values = said.find((one) => one.trail === trail)?.values ?? [];
  // "What time on Thursday?" says only a part of what was given.
  const whole = values.filter(({ value }) => !given?.values.some((one) => one.startsWith(`${value} at `)));
  const says =
    given && slot.kindName !== "name" && whole.some(({ value }) => compareGiven(slot, given, value) === "same");
  // A question that contains the value asks for a yes.
  const holding = new Set(whole.filter(({ start, end }) => end > start).map(({ sentence }) => sentence));
  const asksMore = (question: string) =>
    (given && slot.kind.leavesOpen?.(given.values[0] ?? "", question)) || cues.asksOther?.(question, caller);
  const again = asking.find((sentence) => !says && !holding.has(sentence) && asksMore(sentence.text) !== true);
  if (!again) return;
  const isOpen = asksMore(again.text) === "maybe" || cues.asksRepeat?.(text, "");
  trail.askedAgain.push({ sentence: again.text.trim(), exchange, given: isOpen ? undefined : given });
}

interface ReplySentence extends Sentence {
  /** The agent speaks of its own number or address. */
  own: boolean;
  /** The agent proposes a time. */
  offer: boolean;
}

/** A value in a reply, and the sentence it begins in. */
interface SaidValue extends FoundValue {
  sentence: ReplySentence;
}

/** The values of one slot that a reply says. */
interface SaidSlot {
  trail: SlotTrail;
  values: SaidValue[];
}

/** What an agent says, taken apart. */
interface UnderstoodReply {
  text: string;
  /** Every value in it, its own numbers too. */
  found: SlotValues[];
  sentences: ReplySentence[];
  said: SaidSlot[];
  /** It says that it repeats, or asks whether it is right. */
  cue: boolean;
  question: boolean;
}

function replyIn(talk: Talk, text: string): UnderstoodReply {
  const { cues, sentencesOf } = talk.locale;
  const sentences = sentencesOf(text).map((sentence) => ({
    ...sentence,
    own: cues.ownNumber(sentence.text),
    offer: cues.offers(sentence.text),
  }));
  const states = talk.trails.map(({ slot, given }) => ({ slot, asked: false, known: given?.values[0] }));
  const { found } = findValues(text, states, "agent");
  const said = talk.trails.flatMap((trail, index) => {
    const values = (found[index]?.values ?? [])
      .toSorted((one, other) => one.start - other.start)
      .flatMap((value) => {
        const sentence = sentences.findLast(({ start }) => start <= value.start) ?? sentences[0];
        return sentence && !sentence.own ? [{ ...value, sentence }] : [];
      });
    return values.length > 0 ? [{ trail, values }] : [];
  });
  return { text, found, sentences, said, cue: cues.readsBack(text), question: text.includes("?") };
}

/** Values in short form made whole by what the agent has just proposed, or by what was given before. */
function completed<Value extends FoundValue>(
  { slot, given, offered }: SlotTrail,
  values: readonly Value[],
): readonly Value[] {
  const before = [...offered.map(({ value }) => value), ...(given?.values ?? [])];
  return values.map((one) => ({ ...one, value: slot.kind.complete?.(one.value, before) ?? one.value }));
}
