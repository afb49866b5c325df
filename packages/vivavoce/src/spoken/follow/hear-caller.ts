import type { Answer, Cues } from "../locale/locale.ts";
import { findValues } from "../slots/find-values.ts";
import type { Slot } from "../slots/resolve-slots.ts";
import type { FoundValue } from "../slots/slot.ts";
import { without } from "../text/tokens.ts";
import { acceptedFrom, chosenFrom, givenFrom, revisedBy } from "./new-values.ts";
import { compareGiven, completed, type Given, type SlotTrail, type Talk, type TalkEvent } from "./talk.ts";

type CallerEvent = Extract<TalkEvent, { kind: "caller" }>;

/** Takes in what the caller says: values given, changed, agreed to or turned down. */
export function hearCaller(talk: Talk, heard: CallerEvent): void {
  const event = withPieces(talk, heard);
  const { cues } = talk.locale;
  talk.said += `${heard.text}\n`;
  if (talk.used) Object.assign(talk, { readBack: false, confirmed: false, unclear: undefined, used: false });
  // Whoever hears a time read back may answer with another one.
  const elseAsked = talk.trails.some((trail) => trail.asked);
  const states = talk.trails.map(({ slot, given, asked, heard, offered, pieces }) => ({
    slot,
    asked:
      asked ||
      pieces !== undefined ||
      (slot.kindName === "zip" && !elseAsked && (heard || offered.length > 0)) ||
      (slot.kindName === "time" && (heard || offered.length === 1 || cues.saysOnlyTime(event.text, talk.lastReply))) ||
      (slot.kindName === "name" && !given && talk.locale.cues.asksSpelling(talk.lastReply)),
    known: given?.values[0],
  }));
  const { found, rest } = findValues(event.text, states, "caller");
  const unused = without(
    event.text,
    found.flatMap(({ values }) => values),
  );
  const answer = stanceOf(event, unused, talk);
  // Whoever says the value again that they have just heard may agree to it or only repeat it.
  const isHeard = (trail?: SlotTrail) => trail !== undefined && (trail.heard || trail.offered.length > 0);
  const echoes = found.some(({ values }, index) => values.length > 0 && isHeard(talk.trails[index]));
  const changes = talk.trails.map((trail, index) => {
    const { slot, asked } = trail;
    const own = amended(event.text, found[index]?.values ?? [], slot);
    const values = withFirstName(standing(event.text, own, cues), trail, talk.lastReply);
    const isSpelling = slot.kindName === "name" && cues.asksSpelling(talk.lastReply);
    const question = elseAsked && !asked ? undefined : talk.lastReply;
    const line = { event, values: completed(trail, values), answer, rest: rest(slot.kindName), question };
    const waits = (asked || trail.pieces !== undefined) && slot.kind.isPiece !== undefined;
    const isOpen = own.length === 0 || slot.kindName === "name";
    const piece = waits && isOpen && slot.kind.isPiece?.(event.text) ? event.text : undefined;
    trail.lines.push({
      text: begunOf(heard, event, rest(slot.kindName)),
      question: talk.lastReply,
      quote: heard.text,
      exchange: heard.exchange,
    });
    const change = takeIn(trail, { ...line, asked: asked || isSpelling });
    // "Hold on, let me look": the question still stands.
    trail.pieces = piece ?? (waits && own.length === 0 && change !== "changed" ? "" : undefined);
    Object.assign(trail, { asked: false, heard: false, offered: [] });
    return change;
  });
  const isOpen = changes.includes("added") || changes.includes("unread");
  if (answer === "no" || changes.includes("changed") || changes.includes("disputed")) {
    Object.assign(talk, { readBack: false, confirmed: false, unclear: undefined });
  } else if (talk.readBack) {
    if (changes.includes("unread")) talk.confirmed = false;
    if (answer === "yes" && !isOpen) talk.confirmed = true;
    else if (answer === "later") talk.unclear = undefined;
    else if (isOpen || answer === "unclear" || (answer === "none" && echoes)) talk.unclear = event.text;
    else talk.unclear = undefined;
  } else if (talk.proposed) talk.unclear = answer === "yes" || answer === "unclear" ? event.text : undefined;
  Object.assign(talk, { lastReply: "", proposed: false });
}

const begunOf = (heard: CallerEvent, event: CallerEvent, rest: string) =>
  rest.slice(event.text.length - heard.text.length);

/** A line that goes on with a value whose first pieces were given before, together with them. */
function withPieces({ trails }: Talk, event: CallerEvent): CallerEvent {
  const begun = trails.find(({ slot, pieces }) => pieces !== undefined && slot.kind.isPiece?.(event.text));
  return begun ? { ...event, text: `${begun.pieces} ${event.text}` } : event;
}

const mostWords = 20;

/** The last value as words of correction right behind it change a part of it: "310 Maple, sorry, Mabel Avenue". */
function amended(line: string, values: readonly FoundValue[], { kind, locale }: Slot): readonly FoundValue[] {
  const last = values.at(-1);
  const behind = last && line.slice(last.end);
  if (!last || !behind || behind.split(" ").length > mostWords) return values;
  const correction = locale.cues.behindCorrection(behind);
  const value = correction && kind.revise?.(last.value, correction, { corrects: true });
  return !value ? values : [...values.slice(0, -1), { ...last, value, text: line.slice(last.start), end: line.length }];
}

/** Who has said "Tom" and is asked for the last name says only that. */
function withFirstName(values: readonly FoundValue[], { slot, given }: SlotTrail, question: string) {
  const known = given?.values[0];
  const isAsked = slot.kindName === "name" && slot.locale.cues.asksLastName(question);
  if (known === undefined || !isAsked || known.includes(" ")) return values;
  return values.map((one) =>
    / /.test(one.value) || one.value === known ? one : { ...one, value: `${known} ${one.value}` },
  );
}

function stanceOf({ stance }: CallerEvent, rest: string, { locale, lastReply }: Talk): Answer {
  if (stance === undefined) return locale.answerOf(rest, lastReply);
  return stance === "consents" ? "yes" : "no";
}

/** "added": the value before, and something more, such as an apartment. "unread": nobody can tell what it is now. */
type Change = "none" | "new" | "added" | "changed" | "unread" | "disputed";

/** A line of the caller as far as one slot goes. */
interface HeardLine {
  event: CallerEvent;
  values: readonly FoundValue[];
  answer: Answer;
  /** The line without the values of other slots. */
  rest: string;
  /** What the agent has said before, unless it asks for another value. */
  question: string | undefined;
  /** Whether the agent has asked for the value, or for its spelling. */
  asked: boolean;
}

function takeIn(trail: SlotTrail, { event, values, answer, rest, question, asked }: HeardLine): Change {
  const { given, slot } = trail;
  if ((values.length > 0 || trail.asked) && slot.kind.leavesUnread?.(event.text, values)) return unread(trail, event);
  const revised =
    values.length > 0
      ? undefined
      : (chosenFrom(trail, event) ?? revisedBy({ ...trail, asked }, { ...event, rest, question }, answer));
  const about =
    values.length > 0 || trail.asked || (answer === "no" && trail.heard) || mayRevise(trail, event.text, answer);
  const next = givenFrom(trail, event, values) ?? revised ?? acceptedFrom(trail, event, answer);
  const isChoice = trail.offered.length > 1 && slot.locale.cues.mayChoose(event.text) && !revised;
  if (about && next?.how === "said" && !isChoice && !isEntailed(trail, next)) return unread(trail, event);
  const isMixed = slot.kindName === undefined && new Set(values.map(({ value }) => value)).size > 1;
  if (isMixed && !slot.locale.cues.corrects(event.text)) return unread(trail, event);
  if (
    next &&
    !(
      isChoice &&
      next.how === "said" &&
      !values.some(({ value }) => trail.offered.some((one) => slot.kind.compare(one.value, value) === "same"))
    )
  ) {
    trail.given = next.how === "said" && slot.locale.cues.spells(event.text) ? { ...next, spelled: true } : next;
    // An hour does not settle what was said of the day.
    if (slot.kind.isWhole?.(next.values[0] ?? "") ?? true) trail.unread = undefined;
    trail.disputed = false;
    const differs =
      next.how === "said" && given && next.values.some((one) => compareGiven(slot, given, one) === "different");
    const refused =
      next.how === "said" &&
      trail.offered.length > 0 &&
      trail.offered.every(({ value }) => compareGiven(slot, next, value) === "different");
    const known = given?.values[0];
    // An hour that was just proposed is not new.
    const isProposed = trail.offered.some(({ value }) => compareGiven(slot, next, value) === "same");
    const added =
      known !== undefined && !refused && !isProposed && next.values.every((one) => one.startsWith(`${known} `));
    return added ? "added" : differs || refused ? "changed" : "new";
  }
  // "The later one" of several: the choice cannot be known, and what was given before is not it.
  if (trail.offered.length > 1 && (answer === "yes" || slot.locale.cues.mayChoose(event.text))) trail.given = undefined;
  if (!given) return "none";
  const disputed =
    (answer === "no" && trail.heard) || (slot.mentions(event.text) && slot.locale.cues.disputes(event.text));
  const last = trail.readBacks.at(-1);
  if (disputed) trail.disputed = true;
  if (disputed && last) last.disputed = true;
  return disputed ? "disputed" : "none";
}

/** Whether words that nobody asked for may put right what was read back: digits, or an hour by which to move a time. */
function mayRevise({ given, heard, offered, slot }: SlotTrail, text: string, answer: Answer): boolean {
  const { kindName, locale, mentions } = slot;
  if (given && kindName === "email" && mentions(text)) return true;
  if (kindName === "time") return (heard || offered.length === 1) && locale.cues.moves(text);
  return heard && answer !== "yes" && /^(?:phone|address|zip|email)$/.test(kindName ?? "");
}

/** Whether what was read is what all lines of the caller come to. */
function isEntailed({ slot, lines }: SlotTrail, { values, text }: Given): boolean {
  const [value, ...others] = values;
  if (slot.gives || slot.kindName === undefined || !slot.locale.weigh || others.length > 0) return true;
  // What has no parts that can be compared, such as "as soon as possible", is what it is.
  if (slot.kind.compare(value ?? "", value ?? "") === "open") return true;
  if (!/^(?:email|phone|address|zip|time|name)$/.test(slot.kindName)) return true;
  return [text, value ?? text].some(
    (one) => slot.locale.weigh?.(slot.kindName ?? "text", one, lines, slot.calendar) === "same",
  );
}

/** What was given is not known any more: comparing with what was understood could pass a wrong booking. */
function unread(trail: SlotTrail, { text }: CallerEvent): Change {
  const before = trail.given;
  trail.given = undefined;
  trail.unread = { text };
  return before ? "unread" : "new";
}

/** Values that the line does not take back: 4120 in "4120, not 4210", and the second in "0119, scratch that, 0163". */
function standing(said: string, values: readonly FoundValue[], cues: Cues): FoundValue[] {
  const line = said.replaceAll("’", "'");
  return values.filter(({ start, end }, index) => {
    const next = values[index + 1];
    if (next && cues.scratches(line.slice(end, next.start))) return false;
    const before = line.slice(values[index - 1]?.end ?? 0, start);
    const isDismissed = values.length > 1 && cues.dismisses(before) && !cues.scratches(before);
    return !isDismissed && !cues.isNegated(line, start);
  });
}
