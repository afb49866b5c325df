import type { Calendar, SlotKindName } from "../../../slots/slot.ts";
import { tokensOf } from "../../../text/tokens.ts";
import { inaudible } from "../answers/answers.ts";
import { weighAddress } from "../claims/address.ts";
import { weighDigits } from "../claims/digits.ts";
import { weighEmail } from "../claims/email.ts";
import { weighName } from "../claims/name.ts";
import type { HeardLine } from "./stances.ts";
import { weighTime } from "./time.ts";

/** Words by which callers say that they are not sure. */
const doubt =
  /\b(?:maybe|might be|not (?:really |quite |too )?sure|or something|(?:don't|can't) (?:know|remember|recall)|(?:could|may) (?:\w+ly |well )?be|i (?:want to|wanna) say|mak(?:e|ing) (?:that|it|this) up|don't quote me|if i (?:remember|recall)|if i(?:'m| am) not mistaken|off the top of my head|(?:just |wild |only )(?:a )?guess(?:ing)?|not (?:a hundred percent|100|certain|positive)|who knows|no idea|something like that)\b/i;

/** No call is longer, and nobody names more: comparing each with each would take too long. */
const mostTokens = 2000;

/**
 * Whether what was booked or read back is what the caller wants, by its parts. It is if each of them is named and
 * whatever else is named of its sort is ruled out or put right. It is not if one of them is ruled out, put right or
 * missing, and another is named in its place.
 */
export function weigh(
  kind: SlotKindName,
  value: string,
  lines: readonly HeardLine[],
  calendar?: Calendar,
): "same" | "different" | undefined {
  const text = lines.map((line) => line.text.replaceAll("’", "'")).join(" . , ");
  const tokens = tokensOf(text);
  if (tokens.length > mostTokens || inaudible.test(text) || doubt.test(text)) return undefined;
  if (kind === "time") return weighTime(value, lines, calendar);
  if (kind === "phone" || (kind === "zip" && /^[\d\s-]+$/.test(value))) return weighDigits(kind, value, lines);
  if (kind === "name") return weighName(value, lines);
  if (kind === "address") return weighAddress(value, lines);
  return kind === "email" ? weighEmail(value, lines) : undefined;
}
