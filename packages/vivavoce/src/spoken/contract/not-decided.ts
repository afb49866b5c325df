import { safeLine } from "../../base/index.ts";
import { type Check, skippedCheck } from "../../shape/index.ts";
import type { Booked, SlotTrail, Unread } from "../follow/talk.ts";
import { showBooked, showGiven } from "./show-values.ts";

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
  if (booked.left !== undefined) return showLeft(booked.left);
  if (booked.unread) return showUnread(booked.unread);
  if (booked.value === undefined) return `${showBooked(booked)}, which was not read`;
  return booked.given ? undefined : `${showBooked(booked)}, but none was read in what the caller said`;
}

function showUnread({ text, left }: Unread): string {
  const line = `Viva cannot tell what the caller wants by “${safeLine(text, 120)}”`;
  return left === undefined ? line : `${line}; ${showLeft(left)}`;
}

export function showLeft(words: string): string {
  return `left over: “${safeLine(words, 60)}”`;
}
