import { plainWords } from "./plain-line.ts";

export const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;
export type Weekday = (typeof weekdays)[number];
export type DayPart = "morning" | "afternoon" | "evening";

/** When a caller would like the visit; what is left out does not matter to them. */
export interface Wish {
  day?: "today" | "tomorrow" | Weekday;
  part?: DayPart;
}

/** The day and the part of day that a text names. */
export function wishOf(text: string): Wish {
  const words = plainWords(text);
  const day = dayIn(words);
  const part = partIn(words);
  return { ...(day ? { day } : {}), ...(part ? { part } : {}) };
}

/** A wish in words: "tomorrow morning". */
export function wishInWords({ day, part }: Wish): string {
  const named = day && weekdays.some((weekday) => weekday === day) ? day.charAt(0).toUpperCase() + day.slice(1) : day;
  return [named, part].filter((word) => word !== undefined).join(" ") || "any time";
}

function dayIn(words: string): Wish["day"] {
  if (/\btomorrow\b/.test(words)) return "tomorrow";
  const weekday = weekdays.find((day) => new RegExp(`\\b${day}\\b`).test(words));
  if (weekday) return weekday;
  return /\b(?:today|tonight|this (?:morning|afternoon|evening))\b/.test(words) ? "today" : undefined;
}

function partIn(words: string): DayPart | undefined {
  if (/\b(?:mornings?|first thing|(?:before|by) noon|before lunch)\b|\b\d{1,2} ?a\.?m\b/.test(words)) return "morning";
  if (/\b(?:afternoons?|after lunch|midday|noon)\b|\b[1-4](?::\d\d)? ?p\.?m\b/.test(words)) return "afternoon";
  return /\b(?:evenings?|tonight|after work|after (?:five|5|six|6))\b/.test(words) ? "evening" : undefined;
}
