import { wordsOf } from "../../../text/grammar.ts";
import { readAll } from "../../../text/reading.ts";
import { type Token, tokensOf } from "../../../text/tokens.ts";
import { answerOf } from "../answers/answers.ts";
import { builtInSlots } from "../asks/built-in.ts";
import { hearDigits, readRun } from "../numbers/digit-run.ts";
import type { HeardLine, KindClaims } from "./clauses.ts";
import { doubt, isTakenBack } from "./clauses.ts";
import { type DigitEntry, isWhole, take } from "./digit-fold.ts";
import { type Run, runsIn, wholes } from "./digit-runs.ts";
import { winnerOf } from "./roles.ts";

/** Words that change digits in ways that are not read. */
const changes =
  /\b(?:swap\w*|flip\w*|revers\w*|backwards?|switch(?:ed)? (?:the|those|them|around)|other way (?:a)?round|transpos\w*|mixed? up|minus|drop (?:the|a)|add (?:a|an|one|two|the)|ends? (?:in|with) an?)\b/;

/** Two numbers that are told apart by where they ring, and by nothing else. */
const homeAndCell =
  /^\W*(?:my |the )?(?:home|cell|mobile)(?:'s| is)? [^a-z]*,? (?:and )?(?:my |the )?(?:home|cell|mobile)(?:'s| is)? [^a-z]*$/i;

const doubts =
  /\b(?:unless|maybe|might be|not (?:really |quite |too )?sure|or something|(?:don't|can't) (?:know|remember|recall)|guess(?:ing)?|something like)\b/;

/** Whether a booked number is the one that the caller's lines come to. */
function weighDigits(
  kind: "phone" | "zip",
  value: string,
  lines: readonly HeardLine[],
): "same" | "different" | undefined {
  const booked = bookedDigits(kind, value);
  const [entry, other] = booked ? claimedDigits(kind, lines) : [];
  if (!booked || !entry) return undefined;
  if (!other) {
    const verdict = compare(kind, entry, booked);
    return verdict === "different" && isNamed(kind, lines, booked.digits) ? undefined : verdict;
  }
  return [entry, other].some((one) => compare(kind, one, booked) === "same") ? "same" : undefined;
}

/** Whether the caller has said these digits one behind the other, though not as one number, and put nothing right. */
function isNamed(kind: "phone" | "zip", lines: readonly HeardLine[], digits: string): boolean {
  const tokens = tokensOf(lines.map(({ text }) => text.replaceAll("’", "'")).join(" , "));
  const said = readAll(tokens, (at) => readRun(tokens, at)).map((run) => run.digits);
  return said.join("").includes(digits) && !said.some((one) => wholes[kind].test(one));
}

/** The numbers that the caller's lines come to, as text. Undefined if nobody can tell. */
function digitsGiven(kind: "phone" | "zip", lines: readonly HeardLine[]): string[] | undefined {
  const texts = claimedDigits(kind, lines).map(({ readings, extension }) => {
    const [digits, ...others] = readings.filter(
      (one) => wholes[kind].test(one) || (kind === "phone" && one.length === 7),
    );
    return digits && others.length === 0 ? digits + (extension === undefined ? "" : ` ext ${extension}`) : "";
  });
  return texts.length > 0 && texts.every((text) => text !== "") ? texts : undefined;
}

/** The number that the caller's lines come to, or two of which either will do. */
function claimedDigits(kind: "phone" | "zip", lines: readonly HeardLine[]): readonly DigitEntry[] {
  const entries: DigitEntry[] = [];
  for (const line of lines) {
    const tokens = hearDigits(tokensOf(line.text.replaceAll("’", "'")));
    const heard = hearLine(kind, entries, tokens, line);
    if (!heard) return [];
  }
  const isSame = (one: DigitEntry, other: DigitEntry) => one.readings.some((digits) => other.readings.includes(digits));
  const asksTheirs =
    lines.some(({ question }) =>
      /\b(?:his|her|their|(?!(?:that|what|it|who|where|how|let)'s)\w+'s)(?: \w+)? (?:\w+ )?(?:number|phone|cell|zip)\b/i.test(
        question,
      ),
    ) ||
    lines.some(({ text }) =>
      /\b(?:use|call|text|try) (?:hers|his|theirs|her|him|them)\b|\bit's (?:her|his|their)\b/i.test(text),
    );
  const turn = ({ role, ...entry }: DigitEntry): DigitEntry => ({
    ...entry,
    role: role === "theirs" ? "own" : role === "own" ? "theirs" : role,
  });
  const whole = entries.filter((entry) => isWhole(kind, entry));
  if (whole.length > 0) entries.splice(0, entries.length, ...whole);
  const winner = winnerOf(
    asksTheirs && entries.some(({ role }) => role === "theirs") ? entries.map(turn) : entries,
    isSame,
    true,
  );
  if (winner) return [winner];
  // "Home is 512 555 0100, cell is 512 555 0199": either will do.
  const isEither =
    kind === "phone" &&
    entries.length === 2 &&
    lines.some(({ text }) => homeAndCell.test(text)) &&
    entries.every(({ role, isPut }) => role === "own" && !isPut);
  return isEither ? entries : [];
}

function bookedDigits(kind: "phone" | "zip", value: string): { digits: string; extension: string } | undefined {
  const [, main = "", extension = ""] =
    /^([+\d\s().-]+?)(?:\s*(?:,|;)?\s*(?:x|ext\.?=?|extension)\s*(\d+))?$/i.exec(value.trim()) ?? [];
  const digits = main.replace(/\D/g, "").replace(kind === "phone" ? /^1(?=\d{10}$)/ : /^$/, "");
  return digits === "" ? undefined : { digits, extension };
}

function compare(
  kind: "phone" | "zip",
  { readings, extension = "" }: DigitEntry,
  booked: { digits: string; extension: string },
) {
  const whole = readings
    .filter((digits) => wholes[kind].test(digits))
    .map((digits) => digits.replace(/^1(?=\d{10}$)/, ""));
  if (whole.length === 0) return shorter(kind, readings, booked.digits);
  const verdicts = new Set(
    whole.map((digits) => {
      if (kind === "zip" && digits === `0${booked.digits}`) return undefined;
      if (kind === "zip" && booked.digits.length < digits.length)
        return digits.startsWith(booked.digits) ? "same" : "different";
      // Nobody gave the last four.
      if (kind === "zip" && booked.digits.length > digits.length && booked.digits.startsWith(digits)) return undefined;
      if (plain(digits) !== plain(booked.digits)) return "different";
      if (booked.extension !== extension) return extension === "" || booked.extension === "" ? undefined : "different";
      return "same";
    }),
  );
  const [verdict] = verdicts;
  return verdicts.size === 1 ? verdict : undefined;
}

const plain = (digits: string) => (digits.length > 9 ? digits.replace(/^(?:011|00|0)/, "") : digits);

/** What was given without its area code, or only in part, can be another number, but not the same. */
function shorter(kind: "phone" | "zip", readings: readonly string[], booked: string) {
  const all = readings.filter((digits) => digits.length === 7);
  return kind === "phone" &&
    all.length === readings.length &&
    all.every((digits) => !booked.endsWith(digits) && booked.length === 10)
    ? "different"
    : undefined;
}

/** Takes in a line. False if it says something of the number that is not read. */
function hearLine(
  kind: "phone" | "zip",
  entries: DigitEntry[],
  tokens: readonly Token[],
  { text, question }: HeardLine,
): boolean {
  const asked = question.toLowerCase();
  const isAsked = builtInSlots[kind].asks(question) || builtInSlots[kind].noun.test(question);
  const runs = runsIn(kind, tokens, question);
  const told = runsIn(kind, tokensOf(question), "").filter(({ digits }) => digits.length > 2);
  const words = wordsOf(tokens, { at: 0, next: tokens.length });
  const begun = entries.at(-1);
  const isAbout =
    isAsked ||
    told.length > 0 ||
    runs.some(({ digits }) => wholes[kind].test(digits)) ||
    (begun && !isWhole(kind, begun));
  if (!isAbout && !/\b(?:number|phone|cell|zip|digits?|area code|postal)\b/.test(words)) return true;
  if (runs.length === 0) {
    const answer =
      told.length > 0 && !/\b(?:reach|call|text) (?:us|me)\b/.test(asked) ? answerOf(text, question) : "none";
    const offers = told.filter(({ digits }) => wholes[kind].test(digits));
    if (answer === "yes" && offers.length === 1 && !begun)
      entries.push({ readings: [offers[0]?.digits ?? ""], role: "own", isPut: false });
    const isNo = answer === "no" && begun && offers.some(({ digits }) => begun.readings.includes(digits));
    return !isNo && !(begun && (changes.test(words) || /\bwrong\b/.test(words)));
  }
  if (changes.test(words)) return false;
  if (doubts.test(words) || doubt.test(text)) return false;
  const [only, ...more] = told.filter((one) => wholes[kind].test(one.digits));
  const isChange =
    runs.every((run) => !wholes[kind].test(run.digits)) &&
    runs.some(({ place, isPut }) => place === "end" || place === "area" || (isPut && place !== "extension"));
  // "Is it still 318 555 0142?" "Yes, but it ends in 43 now."
  if (!begun && only && more.length === 0 && isChange)
    entries.push({ readings: [only.digits], role: "own", isPut: false });
  const end = runs.at(-1);
  if (
    end &&
    isTakenBack(wordsOf(tokens, { at: end.next, next: tokens.length })) &&
    end.place !== "area" &&
    !runs.some(({ isPut }) => isPut)
  )
    return false;
  let isFirst = true;
  for (const run of runs) {
    const isAnswer = isFirst && told.length > 0;
    if (!run.isOut || wholes[kind].test(run.digits)) isFirst = false;
    if (
      !take(kind, entries, run, {
        wrong: wrongFor(run, runs),
        isAnswer,
        isAsked,
      })
    )
      return false;
  }
  return true;
}

/** Digits that are ruled out in the same line, and that this run takes the place of. */
const wrongFor = (run: Run, runs: readonly Run[]) =>
  runs.find((other) => other.isOut !== run.isOut && other.digits.length === run.digits.length)?.digits;

export const digitClaims = (kind: "phone" | "zip"): KindClaims => ({
  weigh: (value, lines) => weighDigits(kind, value, lines),
  stands: (lines) => digitsGiven(kind, lines),
});
