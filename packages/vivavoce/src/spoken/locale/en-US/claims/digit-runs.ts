import { wordsOf } from "../../../text/grammar.ts";
import { readAll, type TokenSpan } from "../../../text/reading.ts";
import type { Token } from "../../../text/tokens.ts";
import { isNegated } from "../answers/negation.ts";
import { digitsOf, type RunPiece, readRun, saidTwice } from "../numbers/digit-run.ts";

import { isCounted } from "../time/scan-times.ts";
import { isCorrected } from "./clauses.ts";
import { isSomethingElse } from "./other-numbers.ts";
import { roleAt, type Standing } from "./roles.ts";

/** Digits that a line says in one go, and what the words around them make of them. */
export interface Run extends TokenSpan {
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
  role: Standing;
}

export function runsIn(kind: "phone" | "zip", tokens: readonly Token[], question: string): Run[] {
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

/** How many digits a number of each kind has, from the shortest that counts as whole. */
export const wholes = { phone: /^(?:1?[2-9]\d{9}|0\d{8,10}|(?:011|00)[1-9]\d{7,13})$/, zip: /^\d{5}(?:\d{4})?$/ };
