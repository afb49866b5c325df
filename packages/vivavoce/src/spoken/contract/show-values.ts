import { safeLine } from "../../base/index.ts";
import type { Booked, Given, ReadBack } from "../follow/talk.ts";

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

function quoted(text: string): string {
  return `“${safeLine(text, 80)}”`;
}
