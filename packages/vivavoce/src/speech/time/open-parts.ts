import type { Calendar } from "./calendar.ts";
import { namesDay } from "./compare-times.ts";
import { readTime } from "./time.ts";

/** Whether a question asks for a part of a time that is not known yet: "what time?" after "Tuesday". */
export function asksForMoreOf(known: string, question: string, calendar?: Calendar): boolean {
  const time = readTime(known, calendar);
  if (!time || time.flexible) return false;
  if (/\b(?:what|which)\s(?:day|date)\b/i.test(question) && !namesDay(time)) return true;
  if (/\b(?:what|which)\stime\b|\btime of day\b|\bwhat hour\b/i.test(question)) return time.span === undefined;
  return /\bmorning\b|\bafternoon\b/i.test(question) && time.span === undefined && time.part === undefined;
}
