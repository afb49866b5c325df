import { wordsOf } from "../../../text/grammar.ts";
import { tokensOf } from "../../../text/tokens.ts";
import { answerOf } from "../answers/answers.ts";
import { slotKinds } from "../asks/kinds.ts";
import { findEmails, reviseEmail } from "../email/find-emails.ts";
import { findSpelled, readHint } from "../letters/spelled-letters.ts";
import { says } from "../said/says.ts";
import { type HeardLine, isCorrected, type KindClaims } from "./clauses.ts";
import { roleAt, type Standing, winnerOf } from "./roles.ts";

interface Entry {
  value: string;
  role: Standing;
  isPut: boolean;
}

const doubts =
  /\b(?:or|either|maybe|not sure|something|swap\w*|revers\w*|same (?:as|but)|except|minus|drop (?:the|a)|instead of|add (?:a|an|one|the))\b/;

/** Whether a booked e-mail address is the one that the caller's lines come to. */
function weighEmail(value: string, lines: readonly HeardLine[]): "same" | "different" | undefined {
  const booked = value.trim().toLowerCase();
  const entries: Entry[] = [];
  const winner = emailGiven(lines, entries);
  if (winner === undefined) return undefined;
  if (winner === booked) return "same";
  const said = lines.map(({ text }) => text).join(" ");
  const isOpen =
    slotKinds.email.mayBeSame(winner, booked, { spelled: findSpelled(tokensOf(said)).length > 0 }) !== undefined;
  const isSaid = entries.length === 1 && !entries.some(({ isPut }) => isPut) && says(said, booked);
  return isOpen || isSaid || booked.endsWith(winner) ? undefined : "different";
}

/** The e-mail address that the caller's lines come to. Undefined if nobody can tell. */
function emailGiven(lines: readonly HeardLine[], entries: Entry[] = []): string | undefined {
  let begun = "";
  for (const { text: line, question } of lines) {
    const isAbout =
      begun !== "" ||
      /\be-?mail|address\b/i.test(question + line) ||
      findEmails(line).length > 0 ||
      findEmails(question).length > 0;
    if (!isAbout) continue;
    const text = `${begun} ${line.replaceAll("’", "'")}`.trim();
    const tokens = tokensOf(text);
    const words = wordsOf(tokens, { at: 0, next: tokens.length });
    const found = findEmails(text);
    const last = entries.at(-1);
    begun = "";
    if (found.length === 0) {
      const offers = findEmails(question);
      const answer = offers.length === 1 ? answerOf(line, question) : "none";
      const corrects = isCorrected(tokens, { at: 0, next: tokens.length }) || offers.length > 0;
      const revised = last && reviseEmail(last.value, text, { corrects });
      if (revised !== undefined && last) entries.splice(-1, 1, { ...last, value: revised, isPut: true });
      else if (answer === "yes" && !last) entries.push({ value: offers[0]?.value ?? "", role: "own", isPut: false });
      else if (!last && (findSpelled(tokens).length > 0 || /\b(?:at|dot|dash|underscore)\b/.test(words))) begun = text;
      else if (last && answer !== "yes" && (corrects || findSpelled(tokens).length > 0 || doubts.test(words)))
        return undefined;
      continue;
    }
    if (doubts.test(words)) return undefined;
    let end = 0;
    for (const one of found) {
      const place = (start: number) =>
        Math.max(
          0,
          tokens.findIndex((token) => token.end > start),
        );
      const span = { at: place(one.start), next: tokens.findLastIndex((token) => token.start < one.end) + 1 };
      const isPut = entries.length > 0 && isCorrected(tokens, { at: end, next: span.at });
      entries.push({ value: one.value, role: roleAt(tokens, span, { question, last: end }), isPut });
      end = span.next;
    }
    // "Petra dot Novak at example dot com, no, dot org"
    const behind = text.slice(found.at(-1)?.end);
    const latest = entries.at(-1);
    const revised =
      latest && isCorrected(tokens, { at: end, next: tokens.length })
        ? reviseEmail(latest.value, behind, { corrects: true })
        : undefined;
    if (revised !== undefined && latest) entries.splice(-1, 1, { ...latest, value: revised, isPut: true });
    else if (isCorrected(tokens, { at: end, next: tokens.length }, { sure: true })) return undefined;
    for (const { letters } of findSpelled(tokensOf(behind))) if (!latest?.value.includes(letters)) return undefined;
    const isOff = tokens.some((_, at) => at >= end && readHint(tokens, at)?.fits(latest?.value ?? "") === false);
    if (isOff) return undefined;
  }
  const winner = winnerOf(entries, (one, other) => one.value === other.value, true);
  return begun === "" ? winner?.value : undefined;
}

export const emailClaims: KindClaims = {
  weigh: weighEmail,
  stands(lines) {
    const value = emailGiven(lines);
    return value === undefined ? undefined : [value];
  },
};
