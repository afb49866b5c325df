import { wordsOf } from "../../../text/grammar.ts";
import { readAll, type TokenSpan } from "../../../text/reading.ts";
import { type Token, tokensOf } from "../../../text/tokens.ts";
import { answerOf } from "../answers/answers.ts";
import { isNegated } from "../answers/negation.ts";
import { builtInSlots } from "../asks/built-in.ts";
import { digitsOf, hearDigits, type RunPiece, readRun } from "../numbers/digit-run.ts";
import { saidTwice } from "../numbers/revise-digits.ts";
import { isCounted } from "../time/scan-times.ts";
import { isTakenBack } from "../weigh/clauses.ts";
import { type HeardLine, isCorrected } from "../weigh/stances.ts";
import { doubt } from "./doubt.ts";
import { isSomethingElse } from "./other-numbers.ts";
import { type Role, roleAt, winnerOf } from "./roles.ts";

/** A number that the caller gives, in as many readings as its pieces have; `wrong`: digits that it has not. */
interface Entry {
  readings: readonly string[];

  role: Role;
  isPut: boolean;
  extension?: string;
}

/** Digits that a line says in one go, and what the words around them make of them. */
interface Run extends TokenSpan {
  digits: string;
  pieces: readonly RunPiece[];
  /** Words of correction stand before it. */
  isPut: boolean;
  place: "area" | "end" | "begin" | "extension" | "plus" | undefined;
  /** It is what another number does not have in common with the one before. */
  isSame: boolean;
  /** "Or" stands before it. */
  isOr: boolean;
  isOut: boolean;
  role: Role;
}

/** How many digits a number of each kind has, from the shortest that counts as whole. */
const wholes = { phone: /^(?:1?[2-9]\d{9}|0\d{8,10}|(?:011|00)[1-9]\d{7,13})$/, zip: /^\d{5}(?:\d{4})?$/ };
const longest = { phone: 10, zip: 5 };
const mostReadings = 16;

/** Words that change digits in ways that are not read. */
const changes =
  /\b(?:swap\w*|flip\w*|revers\w*|backwards?|switch(?:ed)? (?:the|those|them|around)|other way (?:a)?round|transpos\w*|mixed? up|minus|drop (?:the|a)|add (?:a|an|one|two|the)|ends? (?:in|with) an?)\b/;
/** Two numbers that are told apart by where they ring, and by nothing else. */
const homeAndCell =
  /^\W*(?:my |the )?(?:home|cell|mobile)(?:'s| is)? [^a-z]*,? (?:and )?(?:my |the )?(?:home|cell|mobile)(?:'s| is)? [^a-z]*$/i;
const doubts =
  /\b(?:unless|maybe|might be|not (?:really |quite |too )?sure|or something|(?:don't|can't) (?:know|remember|recall)|guess(?:ing)?|something like)\b/;

/** Whether a booked number is the one that the caller's lines come to. */
export function weighDigits(
  kind: "phone" | "zip",
  value: string,
  lines: readonly HeardLine[],
): "same" | "different" | undefined {
  const booked = bookedDigits(kind, value);
  if (!booked) return undefined;
  const entries: Entry[] = [];
  for (const line of lines) {
    const tokens = hearDigits(tokensOf(line.text.replaceAll("’", "'")));
    const heard = hearLine(kind, entries, tokens, line);
    if (!heard) return undefined;
  }
  const isSame = (one: Entry, other: Entry) => one.readings.some((digits) => other.readings.includes(digits));
  const asksTheirs =
    lines.some(({ question }) =>
      /\b(?:his|her|their|(?!(?:that|what|it|who|where|how|let)'s)\w+'s)(?: \w+)? (?:\w+ )?(?:number|phone|cell|zip)\b/i.test(
        question,
      ),
    ) ||
    lines.some(({ text }) =>
      /\b(?:use|call|text|try) (?:hers|his|theirs|her|him|them)\b|\bit's (?:her|his|their)\b/i.test(text),
    );
  const turn = ({ role, ...entry }: Entry): Entry => ({
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
  if (winner) return compare(kind, winner, booked);
  // "Home is 512 555 0100, cell is 512 555 0199": either will do.
  const isEither =
    kind === "phone" &&
    entries.length === 2 &&
    lines.some(({ text }) => homeAndCell.test(text)) &&
    entries.every(({ role, isPut }) => role === "own" && !isPut);
  const isOne = isEither && entries.some((entry) => compare(kind, entry, booked) === "same");
  return isOne ? "same" : undefined;
}

function bookedDigits(kind: "phone" | "zip", value: string): { digits: string; extension: string } | undefined {
  const [, main = "", extension = ""] =
    /^([+\d\s().-]+?)(?:\s*(?:,|;)?\s*(?:x|ext\.?=?|extension)\s*(\d+))?$/i.exec(value.trim()) ?? [];
  const digits = main.replace(/\D/g, "").replace(kind === "phone" ? /^1(?=\d{10}$)/ : /^$/, "");
  return digits === "" ? undefined : { digits, extension };
}

function compare(
  kind: "phone" | "zip",
  { readings, extension = "" }: Entry,
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
      if (booked.extension !== extension && booked.extension !== "") return extension === "" ? undefined : "different";
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
  entries: Entry[],
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
  for (const [index, run] of runs.entries()) {
    const isAnswer = isFirst && told.length > 0;
    if (!run.isOut || wholes[kind].test(run.digits)) isFirst = false;
    if (
      !take(kind, entries, run, {
        wrong: wrongFor(run, runs),
        isAnswer,
        isAlone: runs.length === 1 && index === 0,
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

const isWhole = (kind: "phone" | "zip", { readings }: Entry) => readings.some((digits) => wholes[kind].test(digits));

function runsIn(kind: "phone" | "zip", tokens: readonly Token[], question: string): Run[] {
  const found = readAll(tokens, (at) => readRun(tokens, at))
    .flatMap((run) => partsOf(tokens, run))
    .filter((run) => !isOther(tokens, run));
  return found.map((run, index): Run => {
    const last = found[index - 1]?.next ?? 0;
    const following = found[index + 1]?.at;
    const before = wordsOf(tokens, { at: Math.max(last, run.at - 5), next: run.at });
    const behind = wordsOf(tokens, { at: run.next, next: Math.min(run.next + 5, following ?? tokens.length) });
    const plus =
      /^(?:plus|\+)$/.test(tokens[run.at - 1]?.word ?? "") && run.digits.length > 7 && !/^1\d{10}$/.test(run.digits)
        ? "00"
        : "";
    const digits =
      plus + run.digits === run.digits
        ? ((kind === "zip" || run.digits.length < 7 ? saidTwice(run) : undefined) ?? run.digits)
        : plus + run.digits;
    const isArea =
      digits.length === 3 &&
      kind === "phone" &&
      (/\barea(?: code)?(?: (?:is|here|there|now|it's|its))*$|\barea code\b/.test(before) ||
        /^(?:is )?(?:the |my )?(?:area|number\b|up front|in front|first\b|before)/.test(behind) ||
        /\barea code\b/i.test(question));
    const place = isArea
      ? "area"
      : kind === "zip" && digits.length === 4 && /\bplus four(?: (?:is|are|it's))*$/.test(before)
        ? "plus"
        : /\b(?:extension|ext|x)(?: (?:is|number|of))*$|\bextension(?: ,)? which is$/.test(before)
          ? "extension"
          : /\b(?:ends?|ending|last (?:two|three|four|one|digits?|part|bit)|(?:at )?the end)(?: (?:in|with|is|are|it's|be|should be))*$/.test(
                before,
              ) || /^(?:, )?(?:(?:at|on|in|for) the (?:very )?end|last)\b/.test(behind)
            ? "end"
            : /\b(?:starts?|begins?|first (?:two|three|four|part|bit))(?: (?:in|with|is|are))*$/.test(before)
              ? "begin"
              : undefined;
    const isOut =
      isNegated(tokens, run.at) || /\b(?:used to be|was|were|not|always (?:put|say|hear|write))$/.test(before);
    const role = roleAt(tokens, run, { question, last, following });
    const isPut =
      isCorrected(tokens, { at: last, next: run.at }) ||
      /^(?:no|nope|nah|wait|sorry)\b/.test(wordsOf(tokens, { at: 0, next: run.at })) ||
      /^i (?:mean|meant)\b/.test(behind);
    const isOr = /(?:^|, )or\b/.test(wordsOf(tokens, { at: last, next: run.at }));
    const isSame = /\b(?:same (?:as|but|except|otherwise)|except)\b/.test(
      wordsOf(tokens, { at: last, next: run.next + 6 }),
    );
    return { ...run, isOr, isSame, digits, place, isOut: isOut || role === "out", isPut, role };
  });
}

/** "Five five five oh one five five, area code three one two" are two. */
function partsOf(tokens: readonly Token[], run: TokenSpan & { digits: string; pieces: readonly RunPiece[] }) {
  const isLong = run.digits.length > 10;
  const cuts = run.pieces.flatMap(({ at }, index) =>
    index > 0 && (tokens[at - 1]?.word === "code" || (isLong && tokens[at - 1]?.text === ".")) ? [index] : [],
  );
  return [0, ...cuts].map((from, index) => {
    const pieces = run.pieces.slice(from, cuts[index]);
    return { pieces, digits: digitsOf(pieces), at: pieces[0]?.at ?? 0, next: pieces.at(-1)?.next ?? 0 };
  });
}

/** "That one", "20 years", "apartment two ten" */
function isOther(tokens: readonly Token[], run: TokenSpan & { digits: string; pieces: readonly RunPiece[] }): boolean {
  const before = tokens[run.at - 1]?.word ?? "";
  if (run.next === run.at + 1 && /^oh?$/.test(tokens[run.at]?.word ?? "")) return true;
  if (/\barea code\b/.test(wordsOf(tokens, { at: Math.max(0, run.at - 4), next: run.at }))) return false;
  if ((/^an?$/.test(before) && run.digits.length === 1) || (before === "plus" && run.digits === "4")) return true;
  const isOne = run.pieces.length === 1 && /^(?:one|two)$/.test(tokens[run.at]?.word ?? "");
  if (
    isOne &&
    (/^(?:the|that|this|which|other|new|old|only|no|any|another|first|last|better|good|right|my|same)$/.test(before) ||
      (tokens[run.next]?.kind === "word" &&
        !/^(?:at|on|in) the end/.test(wordsOf(tokens, { at: run.next, next: run.next + 3 }))))
  )
    return true;
  if (run.digits.length < 5 && (isSomethingElse(tokens, run) || places.test(before) || isCounted(tokens[run.next])))
    return true;
  return (
    /^(?:order|account|claim|case|ticket|invoice|reference|confirmation|policy|member)$/.test(
      tokens[run.at - 2]?.word ?? "",
    ) ||
    (run.digits.length < 4 &&
      places.test(wordsOf(tokens, { at: Math.max(0, run.at - 1), next: run.at }).replace(/'s$/, "")))
  );
}
const places =
  /^(?:apartment|apt|unit|suite|room|lot|slip|floor|building|gate|exit|route|highway|interstate|marker|pier|dock|hangar|bay|trailer|stall|door|level|slot|locker|bed|pump|aisle)(?:'s)?$/;

interface Taking {
  wrong: string | undefined;
  /** The line answers what the agent has said of a number. */
  isAnswer: boolean;
  isAlone: boolean;
  isAsked: boolean;
}

/** Takes a run into the entry that it belongs to. False if nobody can tell where its digits go. */
function take(kind: "phone" | "zip", entries: Entry[], run: Run, { wrong, isAnswer, isAsked }: Taking): boolean {
  const { digits, place, isOut, isPut, role } = run;
  const last = entries.at(-1);
  if (wholes[kind].test(digits)) {
    if (run.isOr && last && !isOut) return false;
    entries.push({ readings: [digits], role: isOut ? "out" : role, isPut: isPut && last !== undefined && !isOut });
    return true;
  }
  // What is ruled out may be what was given.
  if (isOut) return wrong !== undefined || !last?.readings.some((one) => one.endsWith(digits));
  if (place === "extension") {
    if (last) last.extension = digits;
    else entries.push({ readings: [""], role: "own", isPut: false, extension: digits });
    return true;
  }
  const change = (readings: readonly string[]) => {
    if (readings.length === 0 || !last) return false;
    entries[entries.length - 1] = { ...last, readings: [...new Set(readings)].slice(0, mostReadings) };
    return true;
  };
  if (!last) {
    if (digits.length > 14) return false;
    entries.push({ readings: [digits], role: role === "out" ? "own" : role, isPut: false });
    return true;
  }
  if (place === "plus") return change(last.readings.flatMap((one) => (one.length === 5 ? [one + digits] : [])));
  if (place === "area" && !run.isSame)
    return change(
      last.readings.flatMap((one) => (one.length >= 7 ? [digits + one.slice(-7)] : one.length < 4 ? [digits] : [])),
    );
  if (!isWhole(kind, last)) {
    const size = Math.max(longest[kind], 0);
    return change(
      last.readings.flatMap((one) => {
        if (isPut) return restarted(one, digits, size);
        const sum = one + digits;
        // The area code may come last.
        if (kind === "phone" && one.length === 7 && digits.length === 3) return [digits + one, sum];
        if (digits.length >= one.length && digits.startsWith(one))
          return [digits, ...(sum.length <= size ? [sum] : [])];
        return sum.length <= size + (kind === "zip" ? 4 : 1) ? [sum] : [];
      }),
    );
  }
  if (run.isSame && place !== undefined) {
    entries.push({
      readings: last.readings.flatMap((one) => placesFor(one, run, { wrong, isAnswer, kind })),
      role: role === "out" ? "own" : role,
      isPut: false,
    });
    return true;
  }
  const changed = last.readings.flatMap((one) => placesFor(one, run, { wrong, isAnswer, kind }));
  if (changed.length > 0) return change(changed);
  if (!isPut && !isAnswer && !isAsked) return true;
  // A number that begins anew in the same breath: "hers is nine one eight, okay, five five five …".
  if (role === "chosen" || role === "theirs") {
    entries.push({ readings: [digits], role, isPut });
    return true;
  }
  return false;
}

/** An unfinished number with a piece of it put right, or begun again. */
function restarted(one: string, digits: string, size: number): string[] {
  const tails = digits.length <= one.length ? [one.slice(0, one.length - digits.length) + digits] : [];
  const isAgain = (part: string) => part.length > 0 && digits.startsWith(part);
  // "oh one five, sorry, oh one nine five"
  const again = [...one].flatMap((_, at) =>
    isAgain(one.slice(at, at + Math.min(2, one.length - at))) ? [one.slice(0, at) + digits] : [],
  );
  const rest = size - digits.length;
  const whole = rest > 0 && rest <= one.length ? [one.slice(0, rest) + digits] : [];
  return [...tails, ...again, ...whole, digits].filter((sum) => sum.length <= size);
}

/** The numbers that a whole one may become by a few digits. */
function placesFor(
  one: string,
  { digits, place, isPut }: Run,
  { wrong, isAnswer, kind }: { wrong: string | undefined; isAnswer: boolean; kind: "phone" | "zip" },
): string[] {
  const at = (from: number) => (from < 0 ? [] : [one.slice(0, from) + digits + one.slice(from + digits.length)]);
  const end = one.length - digits.length;
  if (place === "area") return at(one.length - 10);
  if (place === "end") return at(end);
  if (place === "begin") return at(0);
  if (wrong !== undefined && one.includes(wrong)) return at(one.lastIndexOf(wrong));
  const isRepeat =
    one.endsWith(digits) ||
    (digits.length > 2 && one.startsWith(digits)) ||
    (digits.length === 3 && one.slice(-7).startsWith(digits));
  if (isRepeat) return [one];
  if (!isPut && !isAnswer) return [];
  const froms = kind === "phone" ? [end, one.length - 7, one.length - 10] : [end, 0];
  const similar = froms.filter(
    (from) =>
      from >= 0 && from + digits.length <= one.length && mayBeSlip(one.slice(from, from + digits.length), digits),
  );
  // Without a word of correction, digits beside a number may be its own.
  if (similar.includes(end)) return isPut ? at(end) : [one, ...at(end)];
  return digits.length > 1 ? similar.flatMap(at) : [];
}

/** Whether one of two rows of digits may have been said for the other. */
function mayBeSlip(said: string, meant: string): boolean {
  const off = [...said].flatMap((digit, at) => (digit === meant[at] ? [] : [at]));
  const [first = 0, second = 0] = off;
  return off.length < 2 || (off.length === 2 && (said[first] === meant[second] || said[second] === meant[first]));
}
