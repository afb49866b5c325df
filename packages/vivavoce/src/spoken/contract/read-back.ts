import type { Check, Quote } from "../../shape/index.ts";
import {
  type Booked,
  compareGiven,
  compareValues,
  type Given,
  heardBack,
  isClaimed,
  type ReadBack,
  type SlotTrail,
  sameGiven,
  whyOpen,
} from "../follow/talk.ts";
import {
  decided,
  notDecided,
  quoteCall,
  quoted,
  quoteReply,
  showBooked,
  showGiven,
  showReadBack,
  unreadBooking,
  whyNothing,
} from "./verdict.ts";

type Verdict = "same" | "different" | undefined;

/** What was given, read back and booked, as far as each is known. */
interface ThreeValues {
  given: Given | undefined;
  readBack: ReadBack | undefined;
  booked: Booked | undefined;
}

/**
 * One check for each slot: what the caller gave is what was read back and what was booked. Every booking, and every
 * read-back that was not put right, is held against what the caller had said by then. A slot that the call has nothing to
 * do with has no check.
 */
export function checkReadBack(trail: SlotTrail): Check[] {
  const { slot, booked, readBacks } = trail;
  const row = { id: `read-back-${slot.name}`, label: `${slot.name}: what was given is read back and booked` };
  if (!slot.isRead) {
    const why = `other-language: the locale ${slot.locale.name} has no reader for the kind ${slot.kindName}`;
    return trail.everAsked || booked.length > 0 ? [notDecided(row, why)] : [];
  }
  const bookings = booked.map((one) => ({ three: threeOf(trail, one), verdict: held(trail, one) }));
  const other = readBacks.flatMap((one) => saidElse(trail, one));
  const wrong = readBacks.flatMap((one) => wrongReadBack(trail, one));
  const different = [
    ...other,
    ...bookings.filter(({ verdict }) => verdict === "different").map(({ three }) => three),
    ...wrong.filter(({ isSure }) => isSure).map(({ three }) => three),
  ];
  const unclear = bookings.find(({ verdict }) => verdict === undefined);
  const isFault = different.length > 0;
  const [open] = wrong;
  if (!isFault && (unclear || open)) {
    const why = unclear
      ? whyUnclear(trail, unclear.three)
      : `the caller answered a wrong read-back, and what came of it is not clear (${showThree(open?.three ?? threeOf(trail))})`;
    return [notDecided(row, why)];
  }
  const told = bookings.length > 0 ? undefined : toldOf(trail);
  if (!isFault && bookings.length === 0 && told === undefined) {
    const last = readBacks.at(-1);
    const why = (last?.given && whyOpen(slot, heardBack(last.given), last.value)) ?? whyNothing(trail);
    return why === undefined ? [] : [notDecided(row, why)];
  }
  const isRight = !isFault && (told === undefined || told.verdict === "same");
  const three = isFault ? different : [told?.three ?? bookings.at(-1)?.three ?? threeOf(trail)];
  const shown = new Map(three.map((one) => [one.given ? showThree(one) : shownWords(trail, one), one]));
  return [
    decided({
      ...row,
      ok: isRight,
      verdict: isRight ? "same" : "different",
      reason: [...shown.keys()].join("; "),
      evidence: [...shown.values()].flatMap((one) => quotesOf(trail, one)),
    }),
  ];
}

/** The last three values of a slot, for the score's detail. */
export function lastValues({ given, readBacks, booked }: SlotTrail): ThreeValues {
  return { given, readBack: readBacks.at(-1), booked: booked.at(-1) };
}

/** A booking with the read-back that it followed, or a read-back with what was given. */
function threeOf({ readBacks, ...trail }: SlotTrail, booked?: Booked): ThreeValues {
  const before = readBacks.filter(({ lines }) => booked === undefined || lines <= booked.lines);
  const given = booked ? booked.given : trail.given;
  const readBack = before.findLast((one) => sameGiven(one.given, given));
  return { given, readBack, booked };
}

/** What the caller's words say to a value, or what was given where no words tell. */
function held(trail: SlotTrail, one: Booked | ReadBack): Verdict {
  const { slot, lines } = trail;
  const { value, given } = one;
  // What is booked is written; what is said back is taken as it was read.
  const text = "call" in one && !slot.kind.complete ? one.text : (value ?? one.text);
  if (one.isPart) return undefined;
  const isOwn = !isClaimed(slot);
  const words = isOwn
    ? undefined
    : slot.locale.weigh?.(slot.kindName ?? "text", text, lines.slice(0, one.lines), slot.calendar);
  // A name that two ways of reading take for two may be either.
  if (words === "different" && slot.kindName === "name" && !given) return undefined;
  if (words !== undefined || value === undefined || !given) return words;
  if ((given.how === "said" && !isOwn) || one.unread) return undefined;
  const comparison = compareGiven(slot, given, value);
  return comparison === "open" ? undefined : comparison;
}

/** A wrong read-back that was not put right; not sure if what the caller said to it was not read. */
function wrongReadBack(trail: SlotTrail, one: ReadBack): { three: ThreeValues; isSure: boolean }[] {
  if (held(trail, one) !== "different") return [];
  const { slot, lines, booked, readBacks } = trail;
  if (one.given && compareGiven(slot, heardBack(one.given), one.value) === "same") return [];
  // A caller who books for somebody else is addressed by their own name.
  const names = (text: string) => slot.kind.find(text, { by: "caller", asked: true });
  const isNamed = lines.slice(0, one.lines).some(({ quote }) => names(quote).some(({ value }) => value === one.value));
  const isBookedSo = booked.length > 0 && booked.every((other) => held(trail, other) === "same");
  if (slot.kindName === "name" && isNamed && isBookedSo) return [];
  const answers = lines.slice(one.lines);
  const isSaid = (text: string) =>
    slot.kindName !== undefined && slot.locale.weigh?.(slot.kindName, text, answers, slot.calendar) === "same";
  const isCorrected = one.disputed || answers.some(({ quote }) => slot.locale.cues.corrects(quote));
  const later = readBacks.slice(readBacks.indexOf(one) + 1);
  const isRight =
    later.some((other) => held(trail, other) === "same") ||
    booked.some(
      (other) => other.lines > one.lines && held(trail, other) === "same" && (isCorrected || isSaid(other.text)),
    );
  if (isRight) return [];
  const [answer] = answers;
  const isAnswered =
    answer !== undefined && !/^(?:yes|later)$/.test(slot.locale.answerOf(answer.quote, answer.question));
  const isOpen = isAnswered || (answers.length > 0 && held(trail, { ...one, lines: lines.length }) === undefined);
  const came = booked.find((other) => sameGiven(other.given, one.given));
  return [{ three: { given: one.given, readBack: one, booked: came }, isSure: !isOpen }];
}

/** What was read back last, if nothing was booked. */
function toldOf(trail: SlotTrail): { three: ThreeValues; verdict: "same" | "different" } | undefined {
  const { readBacks, told } = trail;
  const verdicts = readBacks.map((readBack) => ({
    three: { given: readBack.given, readBack, booked: undefined },
    verdict: held(trail, readBack),
  }));
  const same = verdicts.findLast(({ verdict }) => verdict === "same");
  if (same) return { ...same, verdict: "same" };
  const { slot, lines } = trail;
  const verdict =
    told && readBacks.length === 0 && slot.kindName
      ? slot.locale.weigh?.(slot.kindName, told.text, lines, slot.calendar)
      : undefined;
  return verdict && { three: { given: undefined, readBack: undefined, booked: undefined }, verdict };
}

/** A read-back that is what the caller said, but not what was booked. */
function saidElse(trail: SlotTrail, readBack: ReadBack): ThreeValues[] {
  const { slot, booked } = trail;
  const came = booked.findLast(({ given }) => sameGiven(given, readBack.given));
  if (came?.value === undefined || slot.kindName === "name" || held(trail, readBack) !== "same") return [];
  const isElse = compareValues(slot, [readBack.value, came.value], readBack.given?.spelled ?? false) === "different";
  return isElse && !came.value.includes(readBack.value) && !came.isPart
    ? [{ given: readBack.given, readBack, booked: came }]
    : [];
}

function whyUnclear(trail: SlotTrail, three: ThreeValues): string {
  const { slot } = trail;
  const { booked, given } = three;
  if (!booked) return "";
  const open = given && booked.value !== undefined ? whyOpen(slot, given, booked.value) : undefined;
  const why = open ?? unreadBooking(booked) ?? whyNothing({ ...trail, readBacks: [] });
  return open === undefined
    ? (why ?? `it is not clear what the caller wants (${showThree(three)})`)
    : `${open} (${showThree(three)})`;
}

function showThree({ given, readBack, booked }: ThreeValues): string {
  return [showGiven(given), showReadBack(readBack), showBooked(booked)].join(" · ");
}

/** The most lines of the caller that a reason quotes. */
const mostQuoted = 3;

const saidIn = ({ lines }: SlotTrail) => lines.filter(({ exchange }) => exchange !== undefined).slice(-mostQuoted);

/** The caller's words, and what came of them. */
function shownWords(trail: SlotTrail, { booked }: ThreeValues): string {
  const came = booked ? showBooked(booked) : `read back ${quoted(trail.told?.text ?? "")}`;
  return `the caller said ${saidIn(trail)
    .map(({ quote }) => quoted(quote))
    .join(", ")} · ${came}`;
}

function quotesOf(trail: SlotTrail, { given, readBack, booked }: ThreeValues): Quote[] {
  const said = given?.quote !== undefined && given.exchange !== undefined;
  const lines = given ? [] : saidIn(trail);
  return [
    ...lines.map(({ quote, exchange = 0 }) => ({ text: quote, exchange, source: "user" as const })),
    ...(said ? [{ text: given.quote ?? "", exchange: given.exchange, source: "user" as const }] : []),
    ...(readBack ? [quoteReply(readBack.exchange, readBack.text)] : []),
    ...(booked ? [quoteCall(booked)] : []),
  ];
}
