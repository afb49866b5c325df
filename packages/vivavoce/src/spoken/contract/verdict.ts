import { safeLine, safeMiddle } from "../../base/index.ts";
import { type Check, calledName, type Quote, skippedCheck, type ToolCall } from "../../shape/index.ts";
import type { Booked, Given, ReadBack, SlotTrail, Unread } from "../follow/talk.ts";

interface Judged {
  id: string;
  label: string;
  ok: boolean;
  verdict: string;
  reason: string;
  evidence?: Quote[];
}

/** A check that counts: it holds or it does not. */
export function decided({ evidence = [], ...check }: Judged): Check {
  return { ...check, value: check.ok ? 1 : 0, evidence };
}

export function quoteReply(exchange: number, text: string): Quote {
  return { text: safeMiddle(text, 1_000), exchange, source: "reply" };
}

export function quoteCall({ exchange, call }: { exchange: number; call: ToolCall }): Quote {
  const fields = safeLine(call.raw ?? JSON.stringify(call.arguments), 200);
  return { text: `${calledName(call)}(${fields})`, exchange, source: "call" };
}

const words = { said: "the caller gave", accepted: "the caller agreed to", known: "known before the call:" };

/** `the caller gave “Maria” in exchange 1` */
export function showGiven(given: Given | undefined): string {
  if (!given) return "the caller gave none";
  const place =
    given.how === "known"
      ? ""
      : given.exchange === undefined
        ? " before the first exchange"
        : ` in exchange ${given.exchange}`;
  return `${words[given.how]} ${quoted(given.text)}${place}`;
}

export function showReadBack(readBack: ReadBack | undefined): string {
  return readBack ? `read back ${quoted(readBack.text)} in exchange ${readBack.exchange}` : "not read back";
}

export function showBooked(booked: Booked | undefined): string {
  return booked ? `booked ${quoted(booked.text)} in exchange ${booked.exchange} (${booked.call.name})` : "not booked";
}

export function quoted(text: string): string {
  return `“${safeLine(text, 80)}”`;
}

/** A check that is shown, does not count, and is not ok: nobody knows. */
export function notDecided(given: Pick<Check, "id" | "label">, why: string): Check {
  return { ...skippedCheck({ ...given, reason: `not decided: ${why}` }), verdict: "undecided", ok: false };
}

/** Why nothing of a slot was compared; undefined if the call had nothing to do with it. */
export function whyNothing({ slot, given, readBacks, booked, unread, open, everAsked }: SlotTrail): string | undefined {
  if (unread) return showUnread(unread);
  if (open !== undefined) return open;
  const last = booked.at(-1);
  if (last) return unreadBooking(last) ?? `${showGiven(given)} and ${showBooked(last)} cannot be compared`;
  if (readBacks.length > 0) return `${showGiven(given)}, and what was read back cannot be compared with it`;
  if (given && given.how !== "known" && given.exchange !== undefined) {
    return `${showGiven(given)}; it was neither read back nor booked`;
  }
  return everAsked && !given ? `the ${slot.name} was asked for, but none was read in what the caller said` : undefined;
}

/** Why a booking cannot be compared with what was given, if it is due to one of the two. */
export function unreadBooking(booked: Booked): string | undefined {
  if (booked.unread) return showUnread(booked.unread);
  if (booked.value === undefined) return `${showBooked(booked)}, which was not read`;
  return booked.given ? undefined : `${showBooked(booked)}, but none was read in what the caller said`;
}

function showUnread({ text }: Unread): string {
  return `Viva cannot tell what the caller wants by “${safeLine(text, 120)}”`;
}

/** How many of the checks on values and on the caller's yes came to a decision. */
interface Coverage {
  decided: number;
  of: number;
}

/** The checks that coverage counts. */
const mayBeOpen = /^(?:read-back-.*|confirm)$/;

export function coverageOf(checks: readonly Check[]): Coverage {
  const rows = checks.filter(({ id }) => mayBeOpen.test(id));
  return { decided: rows.filter(({ value }) => value !== undefined).length, of: rows.length };
}

export function shareOfDecided({ decided, of }: Coverage): number | undefined {
  return of === 0 ? undefined : decided / of;
}

/** Shows the coverage. With a minimum it says whether it is reached, but it is not part of the value. */
export function checkCoverage(coverage: Coverage, minimum: number | undefined): Check[] {
  const share = shareOfDecided(coverage);
  if (share === undefined) return [];
  const row = { id: "coverage", label: "checks that came to a decision" };
  const figure = `${coverage.decided} of ${coverage.of} decided`;
  if (minimum === undefined) {
    return [{ ...skippedCheck({ ...row, reason: `${figure}; no minimum is set` }), verdict: "measured" }];
  }
  const ok = share >= minimum;
  // The counts say it exactly: 2 of 3 is less than 0.67, and rounded it would look the same.
  const reason = `${figure}; a share of at least ${minimum} is needed`;
  return [{ ...row, ok, verdict: ok ? "kept" : "under", reason, evidence: [] }];
}
