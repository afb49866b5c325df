import type { Answer } from "../locale/locale.ts";
import { findValues } from "../slots/find-values.ts";
import type { FoundValue } from "../slots/slot.ts";
import { without } from "../text/tokens.ts";
import { compareGiven, type Given, isClaimed, type SlotTrail, type Talk, type TalkEvent } from "./talk.ts";

type CallerEvent = Extract<TalkEvent, { kind: "caller" }>;

/** Takes in what the caller says: values given, changed, agreed to or turned down. */
export function hearCaller(talk: Talk, event: CallerEvent): void {
  const { cues } = talk.locale;
  talk.said += `${event.text}\n`;
  if (talk.used) Object.assign(talk, { readBack: false, confirmed: false, unclear: undefined, used: false });
  // Whoever hears a time read back may answer with another one.
  const elseAsked = talk.trails.some((trail) => trail.asked);
  const states = talk.trails.map(({ slot, given, asked, heard, offered }) => ({
    slot,
    asked:
      asked ||
      (slot.kindName === "zip" && !elseAsked && (heard || offered.length > 0)) ||
      (slot.kindName === "time" && (heard || offered.length === 1 || cues.saysOnlyTime(event.text, talk.lastReply))) ||
      (slot.kindName === "name" && !given && cues.asksSpelling(talk.lastReply)),
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
    const { kindName } = trail.slot;
    const { text: quote, exchange } = event;
    trail.lines.push({ text: rest(kindName), question: talk.lastReply, quote, exchange });
    const change = takeIn(trail, { event, values: found[index]?.values ?? [], answer });
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
}

function takeIn(trail: SlotTrail, line: HeardLine): Change {
  const { given, slot, offered } = trail;
  const { event, answer } = line;
  const { cues } = slot.locale;
  const next = (isClaimed(slot) ? claimed : mentioned)(trail, line);
  if (next === "unread") {
    // Comparing with what was understood could pass a wrong booking.
    trail.given = undefined;
    trail.unread = { text: event.text };
    return given ? "unread" : "new";
  }
  if (next) {
    const isSpelled = next.how === "said" && cues.spells(event.text);
    trail.given = isSpelled ? { ...next, spelled: true } : next;
    trail.unread = undefined;
    trail.disputed = false;
    const isSaid = next.how === "said";
    const differs = isSaid && given && next.values.some((one) => compareGiven(slot, given, one) === "different");
    const compared = offered.map(({ value }) => compareGiven(slot, next, value));
    const refused = isSaid && compared.length > 0 && compared.every((one) => one === "different");
    // What the agent has just read back is not new either.
    const heard = trail.heard ? trail.readBacks.at(-1) : undefined;
    if (heard && compareGiven(slot, next, heard.value) === "same") return "new";
    const known = given?.values[0];
    // An hour that was just proposed is not new.
    const added =
      known !== undefined &&
      !refused &&
      !compared.includes("same") &&
      next.values.every((one) => one.startsWith(`${known} `));
    return added ? "added" : differs || refused ? "changed" : "new";
  }
  if (!given) return "none";
  const disputed = (answer === "no" && trail.heard) || (slot.mentions(event.text) && cues.disputes(event.text));
  const last = trail.readBacks.at(-1);
  if (disputed) trail.disputed = true;
  if (disputed && last) last.disputed = true;
  // What was known before, or agreed to, holds no more; nor does what no claims can put right.
  const isPut = trail.heard && answer !== "yes" && cues.corrects(event.text);
  if ((disputed && given.how !== "said") || ((disputed || isPut) && !isClaimed(slot)))
    Object.assign(trail, { given: undefined, unread: { text: event.text } });
  return disputed ? "disputed" : "none";
}

/** What the caller's lines come to by now, if this one changes it. */
function claimed(trail: SlotTrail, { event, values, answer }: HeardLine): Given | "unread" | undefined {
  const { given, slot, lines, asked, heard, offered } = trail;
  const { kind, kindName = "text", locale, calendar } = slot;
  const [first] = values;
  const last = values.at(-1);
  const accepted = first ? undefined : acceptedFrom(trail, event, answer);
  const isAbout = first !== undefined || asked || heard || offered.length > 0 || given !== undefined;
  const texts = isAbout ? locale.stands?.(kindName, lines, calendar) : undefined;
  const claims = texts?.flatMap((text) => kind.normalise(text) ?? []) ?? [];
  if (!first && answer === "yes") {
    const isClaimed = accepted?.values.every((one) => claims.some((other) => kind.compare(one, other) === "same"));
    return accepted && isClaimed ? { ...accepted, values: claims } : claims.length === 0 ? accepted : undefined;
  }
  const isSaid = ({ text, value }: FoundValue) =>
    [text, value].some((one) => locale.weigh?.(kindName, one, lines, calendar) === "same") ||
    // What has no parts that can be compared, such as "as soon as possible", is what it is.
    kind.compare(value, value) === "open";
  const all = claims.length === 0 && last && isSaid(last) ? [last.value] : claims;
  if (String(all) === String(given?.values)) return first && given;
  const [value] = all;
  if (value === undefined) {
    const isLost = given?.how === "said" && (heard || offered.length > 0) && answer !== "yes" && answer !== "no";
    return first || isLost ? "unread" : undefined;
  }
  const mention = all.length > 1 ? first : values.findLast((one) => kind.compare(one.value, value) !== "different");
  // What was read word by word is not what the lines come to: only a spelling may tell why.
  if (first && !mention && !locale.cues.spells(event.text)) return "unread";
  const text = mention && last && event.text.slice(mention.start, all.length > 1 ? last.end : mention.end).trim();
  const quote = text ?? event.text.trim();
  return { text: text ?? value, quote, values: all, exchange: event.exchange, how: "said" };
}

/** The value that a line says in so many words: the last, or several where any will do. */
function mentioned(trail: SlotTrail, { event, values: found, answer }: HeardLine): Given | "unread" | undefined {
  const { slot, asked, given } = trail;
  const { cues } = slot.locale;
  const values = found.filter(({ start }) => !cues.isNegated(event.text, start));
  const [first] = values;
  const last = values.at(-1);
  if ((found.length > 0 || asked) && slot.kind.leavesUnread?.(event.text, found)) return "unread";
  if (!first || !last) return acceptedFrom(trail, event, answer);
  const said = { exchange: event.exchange, how: "said" } as const;
  const distinct = [...new Set(values.map(({ value }) => value))];
  // "AB12, no, AB13" is put right; "AB13, but the old one was AB12" says more than that.
  const between = event.text.slice(values.at(-2)?.end ?? 0, last.start).trim();
  const isPut = cues.corrects(between) && between.split(/\s+/).length <= mostBetween;
  if (distinct.length > 1 && slot.kindName === undefined && !isPut) return "unread";
  if (distinct.length > 1 && !cues.corrects(event.text)) {
    const stretch = event.text.slice(first.start, last.end).trim();
    return { ...said, text: stretch, quote: stretch, values: distinct.slice(-mostAlternatives) };
  }
  // A value that is repeated in short form is still the full value.
  const short = given?.values[0] !== undefined && last.value.length < given.values[0].length;
  if (short && compareGiven(slot, given, last.value) === "same") return given;
  return { ...said, text: last.text, quote: last.text, values: [last.value] };
}

/** Words of correction: "no, sorry, it's". */
const mostBetween = 4;

/** Nobody offers more choices in one line. */
const mostAlternatives = 5;

/** A yes to the one value that the agent proposed. */
function acceptedFrom({ offered }: SlotTrail, { exchange }: CallerEvent, answer: Answer) {
  const [first] = offered;
  if (answer !== "yes" || !first || offered.some(({ value }) => value !== first.value)) return undefined;
  return { text: first.text, values: [first.value], exchange, how: "accepted" } as const;
}
