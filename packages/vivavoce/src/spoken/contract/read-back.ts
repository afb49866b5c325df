import type { Check, Quote } from "../../shape/index.ts";
import {
  type Booked,
  compareGiven,
  compareValues,
  type Given,
  heardBack,
  type ReadBack,
  type SlotTrail,
  sameGiven,
  whyOpen,
} from "../follow/talk.ts";
import {
  decided,
  notDecided,
  quoteCall,
  quoteReply,
  showBooked,
  showGiven,
  showLeft,
  showReadBack,
  unreadBooking,
  whyNothing,
} from "./verdict.ts";
import { isLetPass, shownWords, type ThreeValues, weigh } from "./weighed.ts";

/**
 * One check for each slot: what the caller gave is what was read back and what was booked. Every booking, and every
 * read-back that was not put right, is compared with what was given at that point. It counts if two of the three can be
 * compared; otherwise it is shown as undecided. A slot that the call has nothing to do with has no check.
 */
export function checkReadBack(trail: SlotTrail): Check[] {
  const row = {
    id: `read-back-${trail.slot.name}`,
    label: `${trail.slot.name}: what was given is read back and booked`,
  };
  const { slot } = trail;
  if (!slot.isRead) {
    const why = `other-language: the locale ${slot.locale.name} has no reader for the kind ${slot.kindName}`;
    return trail.everAsked || trail.booked.length > 0 ? [notDecided(row, why)] : [];
  }
  const { same, different, open } = compareTrail(trail);
  const [unclear] = open;
  const ok = different.length === 0;
  const isOpen = ok && (unclear !== undefined || same.length === 0);
  const weighed: "same" | "different" | undefined = process.env.W === "off" ? undefined : weigh(trail);
  if ((process.env.W === "only" || (process.env.W ?? "").split(",").includes(trail.slot.kindName ?? "")) && trail.slot.kindName !== undefined) { const any = weighed ?? undefined; return any === undefined ? [notDecided(row, "w")] : [decided({ ...row, ok: any === "same", verdict: any, ...shownWords(trail) })]; }
  if (isOpen && weighed !== undefined)
    return [decided({ ...row, ok: weighed === "same", verdict: weighed, ...shownWords(trail) })];
  if (
    !isOpen &&
    !different.some((three) => isLetPass(trail, three)) &&
    weighed !== undefined &&
    (weighed === "same") !== ok
  ) {
    const [three] = ok ? same : different;
    return [notDecided(row, `the caller's words can be read in two ways${three ? ` (${showThree(three)})` : ""}`)];
  }
  if (isOpen) {
    const why = unclear ? `${unclear.why} (${showThree(unclear.three)})` : whyNothing(trail);
    return why === undefined ? [] : [notDecided(row, why)];
  }
  const shown = [...new Map((ok ? same.slice(-1) : different).map((three) => [showThree(three), three])).entries()];
  return [
    decided({
      ...row,
      ok,
      verdict: ok ? "same" : "different",
      reason: shown.map(([text]) => text).join("; "),
      evidence: shown.flatMap(([, three]) => quotesOf(three)),
    }),
  ];
}

/** The last three values of a slot, for the score's detail. */
export function lastValues({ given, readBacks, booked }: SlotTrail): ThreeValues {
  return { given, readBack: readBacks.at(-1), booked: booked.at(-1) };
}

/** Three values of which two can be neither the same nor different, and why. */
interface Unclear {
  three: ThreeValues;
  why: string;
}

function compareTrail(trail: SlotTrail) {
  const { slot, booked } = trail;
  const readBacks = trail.readBacks.filter((one) => !isPutRight(one, trail));
  const same: ThreeValues[] = [];
  const different: ThreeValues[] = [];
  const open: Unclear[] = [];
  const sort = (three: ThreeValues) => {
    const comparisons = comparisonsOf(slot, read(three));
    const later = saidLater(slot, three.given, three.booked) ?? saidLater(slot, three.given, three.readBack);
    const why = later === undefined ? unclearIn(slot, three) : showLeft(later);
    if (comparisons.includes("different") && later === undefined) different.push(three);
    else if (why !== undefined) open.push({ three, why });
    else if (comparisons.includes("same")) same.push(three);
  };
  for (const readBack of readBacks) {
    const { given } = readBack;
    const isAnswered = trail.given ? (trail.given.again ?? 0) > readBack.exchange : trail.unread !== undefined;
    const isUnclear = isAnswered && compareGiven(slot, given, readBack.value) === "different";
    if (isUnclear)
      open.push({
        three: { given, readBack, booked: undefined },
        why: "the caller answered a wrong read-back, and what came of it is not clear",
      });
    else sort({ given, readBack, booked: booked.find((one) => sameGiven(one.given, given)) });
  }
  for (const one of booked) {
    // A read-back of an earlier value says nothing about this one.
    const stands = readBacks.filter(({ given, exchange }) => sameGiven(given, one.given) && exchange <= one.exchange);
    sort({ given: one.given, readBack: stands.at(-1), booked: one });
  }
  return { same, different, open };
}

/** Whether what was read back wrongly, or unclearly, was put right later, or given again and booked: that is what it is for. */
function isPutRight(wrong: ReadBack, { slot, readBacks, booked }: SlotTrail): boolean {
  const { given, exchange, value, disputed } = wrong;
  if (compareGiven(slot, given, value) === "same") return false;
  const isRight = ({ value, left, given: now }: ReadBack | Booked) =>
    now !== undefined &&
    value !== undefined &&
    left === undefined &&
    [given, now].every((one) => compareGiven(slot, one, value) === "same");
  const later = readBacks.slice(readBacks.indexOf(wrong) + 1);
  const again = booked.filter((one) => disputed || (one.given?.again ?? one.given?.exchange ?? 0) > exchange);
  return [...later, ...again].some(isRight);
}

/** The values that were read as a whole. What is only a part of a value is neither the same nor different. */
function read({ given, readBack, booked }: ThreeValues): ThreeValues {
  const whole = <Value extends { left?: string | undefined }>(value: Value | undefined) =>
    value?.left === undefined ? value : undefined;
  return { given, readBack: whole(readBack), booked: whole(booked) };
}

/** The booking is what counts: whether it is what was given must be clear. */
function unclearIn(slot: SlotTrail["slot"], { given, readBack, booked }: ThreeValues): string | undefined {
  const unread = booked && unreadBooking(booked);
  if (unread !== undefined) return unread;
  if (readBack?.left !== undefined) return showLeft(readBack.left);
  const value = booked?.value;
  if (!given || value === undefined) return undefined;
  return (
    addedIn(slot, { given, booked }) ??
    (compareGiven(slot, given, value) === "open" ? whyOpen(slot, given, value) : undefined)
  );
}

/** What a booking holds that the caller did not say, unless it is plainly another of the values that they gave. */
function addedIn({ kind }: SlotTrail["slot"], { given, booked }: Omit<ThreeValues, "readBack">): string | undefined {
  if (!given || booked?.value === undefined) return undefined;
  const { value, said } = booked;
  const added = given.values.map((one) => kind.adds?.(one, value, said));
  const isPlain = given.values.some((one, at) => added[at] === undefined && kind.compare(one, value) === "same");
  return isPlain ? undefined : added.find((why) => why !== undefined);
}

/**
 * What the agent read back or booked in place of what was given, if the caller said it behind that and did not rule it
 * out: they may have put the value right in words that were not read.
 */
function saidLater(
  slot: SlotTrail["slot"],
  given: Given | undefined,
  { said, text, value }: Partial<Booked | ReadBack> = {},
): string | undefined {
  if (given?.quote === undefined || said === undefined || text === undefined || value === undefined) return undefined;
  const { locale } = slot;
  const at = said.lastIndexOf(given.quote);
  if (at < 0 || compareGiven(slot, given, value) !== "different") return undefined;
  const later = said.slice(at + given.quote.length);
  const own = [given.text, ...given.values].join(" ").toLowerCase();
  const words = new Set(
    text
      .toLowerCase()
      .match(/\p{L}{3,}/gu)
      ?.filter((word) => !own.includes(word)),
  );
  const digits = digitsOf(text);
  const isNew = (code: string) =>
    code.length > 1 && digits.includes(code) && !given.values.some((one) => digitsOf(one).includes(code));
  const named = [...later.matchAll(/\p{L}+/gu)].filter(({ 0: word }) => words.has(word.toLowerCase()));
  const numbers = (locale.codesIn?.(later) ?? []).filter((code) => isNew(digitsOf(code.value)));
  const mentions = [...named.map(({ 0: word, index }) => ({ text: word, start: index })), ...numbers];
  return mentions.find(({ start }) => !locale.cues.isNegated(later, start))?.text;
}

const digitsOf = (text: string) => text.replace(/\D/g, "");

function comparisonsOf(slot: SlotTrail["slot"], { given, readBack, booked }: ThreeValues) {
  const value = booked?.value;
  return [
    given && readBack ? compareGiven(slot, heardBack(given), readBack.value) : "open",
    given && value !== undefined && addedIn(slot, { given, booked }) === undefined
      ? compareGiven(slot, given, value)
      : "open",
    readBack && value !== undefined && !isCallers(slot, given)
      ? compareValues(slot, [readBack.value, value], given?.spelled ?? false)
      : "open",
  ];
}

/** A caller who books for somebody else is addressed by a name other than that of the booking. */
function isCallers({ kindName }: SlotTrail["slot"], given: Given | undefined): boolean {
  return kindName === "name" && (given?.values.length ?? 0) > 1;
}

function showThree({ given, readBack, booked }: ThreeValues): string {
  return [showGiven(given), showReadBack(readBack), showBooked(booked)].join(" · ");
}

function quotesOf({ given, readBack, booked }: ThreeValues): Quote[] {
  const said = given?.quote !== undefined && given.exchange !== undefined;
  return [
    ...(said ? [{ text: given.quote ?? "", exchange: given.exchange, source: "user" as const }] : []),
    ...(readBack ? [quoteReply(readBack.exchange, readBack.text)] : []),
    ...(booked ? [quoteCall(booked)] : []),
  ];
}
