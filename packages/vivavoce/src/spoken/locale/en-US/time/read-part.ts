import { type Token, wordsAt } from "../../../text/tokens.ts";
import type { DayPart, SpokenTime } from "./spoken-time.ts";

/** Part of a time that was read, and the token after it. */
export interface ReadPart {
  time: SpokenTime;
  next: number;
}

/** A time in tokens, and where it begins. */
export interface ScannedTime extends ReadPart {
  at: number;
}

export const dayParts: ReadonlyMap<string, DayPart> = new Map(
  (["morning", "afternoon", "evening", "night"] as const).flatMap((part): [string, DayPart][] => [
    [part, part],
    [`${part}s`, part],
  ]),
);

/** "in the afternoon", "at night", "mornings", "first thing" */
export function readDayPart(tokens: readonly Token[], at: number): ReadPart | undefined {
  if (wordsAt(tokens, at, ["first", "thing"])) return { time: { part: "morning" }, next: at + 2 };
  const late = ["late in the day", "later in the day", "end of the day", "end of day", "early in the day"]
    .map((phrase) => phrase.split(" "))
    .find((words) => wordsAt(tokens, at, words));
  if (late) {
    const time: SpokenTime =
      late[0] === "early" ? { part: "morning" } : { span: { kind: "after", clock: { minutes: 0, half: "pm" } } };
    return { time, next: at + late.length };
  }
  const lead = wordsAt(tokens, at, ["in", "the"]) ? 2 : /^(?:at|in)$/.test(tokens[at]?.word ?? "") ? 1 : 0;
  const part = dayParts.get(tokens[at + lead]?.word ?? "");
  return part && { time: { part }, next: at + lead + 1 };
}

const flexiblePhrases = (
  [
    [
      "soon",
      "as soon as possible, as soon as you can, as early as possible, asap, right away, right now, immediately, earliest, soonest, first available, next available",
    ],
    ["any", "any time, anytime, any day, whenever, no preference, doesn't matter, flexible"],
  ] as const
).flatMap(([flexible, phrases]) => phrases.split(", ").map((phrase) => ({ flexible, words: phrase.split(" ") })));

/** "as soon as possible", "any time": the choice is left to the other side. */
export function readFlexible(tokens: readonly Token[], at: number): ReadPart | undefined {
  const phrase = flexiblePhrases.find(({ words }) => wordsAt(tokens, at, words));
  return phrase && { time: { flexible: phrase.flexible }, next: at + phrase.words.length };
}
