import { listed, safeLine } from "../../base/index.ts";
import type { Check, Quote } from "../../shape/index.ts";
import { decided, notDecided, quoteCall, quoteReply, showGiven } from "../contract/verdict.ts";
import type { Commit, SlotTrail } from "../follow/talk.ts";
import type { Locale, SpeakabilityOptions } from "../locale/locale.ts";
import { tokensOf } from "../text/tokens.ts";

/** What the agent said in an exchange. */
export interface SaidReply {
  exchange: number;
  text: string;
  /** What the caller said before it. */
  heard?: string | undefined;
}

/** No reply asks more questions than a caller can answer at once. */
export function checkQuestions(replies: readonly SaidReply[], limit: number, { thingsAsked }: Locale): Check[] {
  if (replies.length === 0) return [];
  const over = replies
    .map((reply) => ({ ...reply, questions: thingsAsked(reply.text, { heard: reply.heard }) }))
    .filter(({ questions }) => questions > limit);
  const row = { id: "questions", label: "questions per reply" };
  const [open] = over;
  if (open && over.every(({ text, heard }) => thingsAsked(text, { sure: true, heard }) <= limit)) {
    return [notDecided(row, `what sounds like a question in exchange ${open.exchange} may be only a phrase`)];
  }
  const list = over.map(({ exchange, questions }) => `${questions} in exchange ${exchange}`).join(", ");
  return [
    decided({
      ...row,
      ok: over.length === 0,
      verdict: over.length === 0 ? "kept" : "over",
      reason: over.length === 0 ? `no reply asks more than ${limit}` : `${list}, at most ${limit} allowed`,
      evidence: over.map(({ exchange, text }) => quoteReply(exchange, text)),
    }),
  ];
}

const mostShown = 5;

/** Every reply can be said aloud as it is written. */
export function checkSpeakability(
  replies: readonly SaidReply[],
  options: SpeakabilityOptions,
  { unspeakableIn }: Locale,
): Check[] {
  if (replies.length === 0) return [];
  const faulty = replies
    .map((reply) => ({ ...reply, found: unspeakableIn(reply.text, options) }))
    .filter(({ found }) => found.length > 0);
  const list = faulty.flatMap(({ exchange, found }) =>
    found.map(({ kind, text }) => `${kind} “${safeLine(text, 40)}” in exchange ${exchange}`),
  );
  return [
    decided({
      id: "speakability",
      label: "can be said as it is written",
      ok: list.length === 0,
      verdict: list.length === 0 ? "speakable" : "unspeakable",
      reason: list.length === 0 ? "a voice can say every reply as it is written" : listed(list, mostShown),
      evidence: faulty.map(({ exchange, text }) => quoteReply(exchange, text)),
    }),
  ];
}

/** The agent does not ask for something that the caller has already given. Counts if something was asked for. */
export function checkAskedAgain(trails: readonly SlotTrail[]): Check[] {
  const asked = trails.reduce((sum, { asks }) => sum + asks, 0);
  if (asked === 0) return [];
  const row = { id: "asked-again", label: "does not ask for what was given" };
  const all = trails.flatMap(({ slot, askedAgain }) => askedAgain.map((one) => ({ slot: slot.name, ...one })));
  const again = all.flatMap(({ given, ...one }) => (given ? [{ ...one, given }] : []));
  const ok = again.length === 0;
  const [open] = all;
  if (ok && open) {
    const question = `“${safeLine(open.sentence, 80)}”`;
    return [
      notDecided(row, `nobody can tell whether what ${question} in exchange ${open.exchange} asks for was given`),
    ];
  }
  const list = again.map(
    ({ slot, exchange, sentence, given }) =>
      `exchange ${exchange} asks for the ${slot} (“${safeLine(sentence, 80)}”), ${showGiven(given)}`,
  );
  return [
    decided({
      ...row,
      ok,
      verdict: ok ? "not again" : "asked again",
      reason: ok
        ? `${asked} ${asked === 1 ? "question" : "questions"} for a value, none for one that was given`
        : list.join("; "),
      evidence: again.map(({ exchange, sentence }) => quoteReply(exchange, sentence)),
    }),
  ];
}

/** The agent books nothing before it reads it back and the caller says yes. Counts if something was booked. */
export function checkConfirm(commits: readonly Commit[]): Check[] {
  if (commits.length === 0) return [];
  const row = { id: "confirm", label: "confirms before it commits" };
  const rash = commits.filter(({ confirmed, unclear }) => !confirmed && unclear === undefined);
  const open = commits.find(({ confirmed }) => !confirmed);
  const ok = rash.length === 0;
  if (ok && open) {
    const why = `nobody can tell whether “${safeLine(open.unclear ?? "", 80)}” is a yes`;
    return [notDecided(row, `${open.call.name} in exchange ${open.exchange}: ${why}`)];
  }
  const list = rash.map(
    ({ call, exchange, readBack }) =>
      `${call.name} in exchange ${exchange} ${readBack ? "after a read-back, but without the caller's yes to it" : "without a read-back before it"}`,
  );
  return [
    decided({
      ...row,
      ok,
      verdict: ok ? "confirmed" : "not confirmed",
      reason: ok ? `${commits.map(({ call }) => call.name).join(", ")}: read back, then a yes` : list.join("; "),
      evidence: (ok ? commits : rash).map(({ call, exchange }) => quoteCall({ call, exchange })),
    }),
  ];
}

export interface OpenersOptions {
  /** How many first words are compared, unless a pause comes earlier; 3 by default. */
  words?: number | undefined;
  /** The largest share of replies that may begin alike; 0.5 by default. */
  share?: number | undefined;
}

/** A reply, or what the agent had said before the first exchange. */
interface OpenedReply {
  exchange: number | undefined;
  text: string;
}

/** The first words of a reply, up to the first pause: "got it" of "Got it, Maria." */
export function openerOf(text: string, words: number): string {
  const tokens = tokensOf(text.slice(0, 400));
  const pause = tokens.findIndex(
    ({ kind, text: mark }, index) => index > 0 && kind === "mark" && /[,.;:!?…—–]/.test(mark),
  );
  const clause = tokens.slice(0, pause === -1 ? undefined : pause).filter(({ kind }) => kind !== "mark");
  return clause
    .slice(0, words)
    .map(({ word }) => word)
    .join(" ");
}

/** No two replies in a row, and no more than a share of all, begin with the same words. */
export function checkOpeners(replies: readonly OpenedReply[], { words = 3, share = 0.5 }: OpenersOptions): Check[] {
  const opened = replies.map((reply) => ({ ...reply, opener: openerOf(reply.text, words) }));
  const judged = opened.filter(({ exchange }) => exchange !== undefined);
  if (judged.length === 0 || opened.length < 2) return [];
  const inRow = opened.filter(
    ({ opener, exchange }, index) => exchange !== undefined && opener !== "" && opener === opened[index - 1]?.opener,
  );
  const groups = Map.groupBy(opened, ({ opener }) => opener);
  const frequent = [...groups].filter(
    ([opener, group]) =>
      opener !== "" &&
      group.length > 1 &&
      group.length > opened.length * share &&
      group.some(({ exchange }) => exchange !== undefined),
  );
  const reasons = [
    ...inRow.map(({ opener, exchange }) => `“${opener}” opens exchange ${exchange} as it did the reply before`),
    ...frequent.map(([opener, group]) => `“${opener}” opens ${group.length} of ${opened.length} replies`),
  ];
  const faulty = new Set([...inRow, ...frequent.flatMap(([, group]) => group)]);
  const ok = reasons.length === 0;
  return [
    decided({
      id: "openers",
      label: "replies open differently",
      ok,
      verdict: ok ? "varied" : "repeated",
      reason: ok ? `${opened.length} replies, none opens like the one before or like most` : reasons.join("; "),
      evidence: opened.filter((one) => faulty.has(one)).flatMap(quotesOf),
    }),
  ];
}

function quotesOf({ exchange, text }: OpenedReply): Quote[] {
  return exchange === undefined ? [] : [quoteReply(exchange, text)];
}
