import type { Calendar, SlotKindName } from "../../../slots/slot.ts";
import { type Token, tokensOf } from "../../../text/tokens.ts";
import type { Cues } from "../../locale.ts";
import { inaudible } from "../answers/answers.ts";
import { slotKinds } from "../asks/kinds.ts";
import { weighAddress } from "../claims/address.ts";
import { weighName } from "../claims/name.ts";
import { weighDigits } from "../claims/digits.ts";
import { changes } from "../left-over/beside.ts";
import { addressIn } from "./address.ts";
import { emailIn } from "./email.ts";
import { nameIn } from "./name.ts";
import { type Claim, type HeardLine, isCorrected, stanceAt, type ValuePart, type Weighed } from "./stances.ts";
import { weighTime } from "./time.ts";
import { isDoubtful, weighWhole } from "./whole.ts";

type Read = (value: string, tokens: readonly Token[], lines: readonly HeardLine[]) => Weighed | undefined;
const readers: Partial<Record<SlotKindName, Read>> = { address: addressIn, name: nameIn, email: emailIn };

const wholeKinds = /^(?:phone|zip|address)$/;

/** No call is longer, and nobody names more: comparing each with each would take too long. */
const mostTokens = 2000;
const mostClaims = 100;

/** The caller asks something back, or names another for whom it is. */
const isOpen =
  /\b(?:what (?:do|does|should|would|is|are)|which|should i|do (?:you|i) (?:need|want|have)|can (?:you|i)|does (?:it|that))\b[^.?]*\??\W*$/i;
const forOthers =
  /\bfor \uFFFC|\bfor (?:my|our|his|her|their|mom|dad|mum|grandma|grandpa)\b|\b(?:his|hers|theirs|place|instead|use|put|go|send|come|where)\b/i;

/**
 * Whether what was booked or read back is what the caller wants, by its parts. It is if each of them is named and
 * whatever else is named of its sort is ruled out or put right. It is not if one of them is ruled out, put right or
 * missing, and another is named in its place.
 */
export function weigh(
  kind: SlotKindName,
  value: string,
  lines: readonly HeardLine[],
  cues: Cues,
  calendar?: Calendar,
): "same" | "different" | undefined {
  const text = lines.map((line) => line.text.replaceAll("’", "'")).join(" . , ");
  const tokens = tokensOf(text);
  if (tokens.length > mostTokens || inaudible.test(text) || cues.doubt(text) !== undefined) return undefined;
  if (kind === "time") return weighTime(value, lines, calendar);
  if (kind === "phone" || (kind === "zip" && /^[\d\s-]+$/.test(value))) return weighDigits(kind, value, lines);
  if (kind === "name") return weighName(value, lines);
  if (kind === "address") return weighAddress(value, lines);
  if (isOpen.test(text)) return undefined;
  const isWholeKind = wholeKinds.test(kind) && !isDoubtful(text);
  const whole = isWholeKind ? weighWhole(slotKinds[kind], value, lines) : undefined;
  if (whole !== undefined || !readers[kind]) return whole;
  if (changes.test(text.toLowerCase())) return undefined;
  const read = readers[kind]?.(value, tokens, lines);
  if (!read || read.claims.length > mostClaims) return undefined;
  const { parts, claims, isWhole, differs } = read;
  if (read.verdict !== undefined || changes.test(text.toLowerCase())) return read.verdict;
  const background = lines.flatMap(({ question }) => readers[kind]?.(value, tokensOf(question), [])?.claims ?? []);
  const stances = new Map(claims.map((claim) => [claim, stanceAt(tokens, claim, claims)]));
  const names = (part: ValuePart) => (claim: ValuePart) => claim.sort === part.sort && claim.form === part.form;
  const isPart = (claim: Claim) => parts.some(names(claim));
  const owned = claims.filter(isPart);
  const rivals = claims.filter((claim) => !isPart(claim));
  const isOwn = (claim: Claim) => stances.get(claim) === "own";
  /** Whether another claim was put in the place of one. */
  const isTaken = (claim: Claim, others: readonly Claim[], sure: boolean) =>
    others.some(
      (other) =>
        other.sort === claim.sort &&
        other.at >= claim.next &&
        isOwn(other) &&
        isCorrected(tokens, { at: claim.next, next: other.at }, { sure }),
    );
  const stands = (claim: Claim) => isOwn(claim) && !isTaken(claim, rivals, true);
  const isNamed = (part: ValuePart) => owned.some((claim) => names(part)(claim) && stands(claim));
  const rivalsOf = (part: ValuePart) => rivals.filter(({ sort }) => sort === part.sort);
  const isKnown = (part: ValuePart) =>
    isNamed(part) || (background.some(names(part)) && rivalsOf(part).length === 0 && !owned.some(names(part)));
  const last = owned.findLast(stands);
  const isEnd = last !== undefined && !isCorrected(tokens, { at: last.next, next: tokens.length }, { sure: true });
  const isTheirs = (claim: Claim) => stances.get(claim) === "theirs" && !forOthers.test(text);
  const isRuledOut = (claim: Claim) => /out|other/.test(stances.get(claim) ?? "");
  const isOut = (rival: Claim) =>
    isRuledOut(rival) || stances.get(rival) === "past" || isTheirs(rival) || isTaken(rival, owned, false);
  if (isWhole && isEnd && parts.every(isKnown) && rivals.every(isOut)) return "same";
  const isReplaced = (part: ValuePart) => {
    const all = owned.filter(names(part));
    const others = rivalsOf(part).filter((rival) => isOwn(rival) && !isTaken(rival, all, false));
    const latest = others.at(-1);
    if (!latest) return false;
    if (all.length > 0) {
      const isRuled = all.some(isRuledOut);
      return all.every(
        (claim) =>
          isRuledOut(claim) ||
          (isRuled && stances.get(claim) === "past") ||
          (differs(part, latest) &&
            ((isOwn(claim) && isTaken(claim, others, true)) || (isTheirs(claim) && claim.at < latest.at))),
      );
    }
    const isOnly = others.every(({ form }) => form === latest.form);
    const isTail = !isCorrected(tokens, { at: latest.next, next: tokens.length }, { sure: true });
    return isOnly && isTail && differs(part, latest) && parts.every((one) => one === part || isKnown(one));
  };
  return parts.some(isReplaced) ? "different" : undefined;
}
