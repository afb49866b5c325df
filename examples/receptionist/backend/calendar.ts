import { type Wish, weekdays } from "../understand/index.ts";
import type { Office, Slot } from "./office.ts";

const dayMs = 86_400_000;

/** The first free slot that fits what the caller would like. */
export function slotFor(office: Pick<Office, "calendar" | "today">, wish: Wish): Slot | undefined {
  return office.calendar
    .filter((slot) => slot.appointment === null && slot.date >= office.today && fits(slot, wish, office.today))
    .sort((a, b) => (`${a.date} ${a.starts}` < `${b.date} ${b.starts}` ? -1 : 1))[0];
}

/** A slot as it is said aloud: "tomorrow between eight and ten", "Thursday between one and three". */
export function spokenTime({ date, window }: Pick<Slot, "date" | "window">, today: string): string {
  const days = daysBetween(today, date);
  const weekday = weekdayOf(date);
  const named = weekday.charAt(0).toUpperCase() + weekday.slice(1);
  const day = days === 0 ? "today" : days === 1 ? "tomorrow" : days < 7 ? named : `${named} next week`;
  return `${day} ${window}`;
}

function fits({ date, starts }: Slot, { day, part }: Wish, today: string): boolean {
  const rightDay =
    day === undefined ||
    (day === "today" && date === today) ||
    (day === "tomorrow" && daysBetween(today, date) === 1) ||
    (weekdayOf(date) === day && daysBetween(today, date) < 7);
  return rightDay && (part === undefined || partOf(starts) === part);
}

function partOf(starts: string): NonNullable<Wish["part"]> {
  return starts < "12:00" ? "morning" : starts < "17:00" ? "afternoon" : "evening";
}

function weekdayOf(date: string): (typeof weekdays)[number] {
  return weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? "sunday";
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);
}
