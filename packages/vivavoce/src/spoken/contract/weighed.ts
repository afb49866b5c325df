import { type Booked, compareGiven, type Given, type ReadBack, type SlotTrail } from "../follow/talk.ts";
import { quoteCall, quoted, showBooked } from "./verdict.ts";

/** What was given, read back and booked, as far as each is known. */
export interface ThreeValues {
  given: Given | undefined;
  readBack: ReadBack | undefined;
  booked: Booked | undefined;
}

/** The most lines of the caller that a reason quotes. */
const mostQuoted = 3;

/** What the caller's words say to what was booked, or to what was read back if nothing was. */
export function weigh({ slot, lines, told, booked }: SlotTrail) {
  const [first, ...others] = booked.map(({ value }) => value);
  const last = booked.at(-1);
  const isOne = others.every((one) => one === first);
  const text = last ? last.text : told?.text;
  if (text === undefined || slot.kindName === undefined || !isOne || last?.left !== undefined) return undefined;
  return slot.locale.weigh?.(slot.kindName, text, lines, slot.calendar);
}

/** Whether what was booked is what was given, and the caller let a wrong read-back of it pass. */
export function isLetPass({ slot, lines }: SlotTrail, { given, readBack, booked }: ThreeValues): boolean {
  const isRight = given && booked?.value !== undefined && compareGiven(slot, given, booked.value) === "same";
  const later = lines.filter(({ exchange = 0 }) => exchange > (readBack?.exchange ?? 0));
  return isRight === true && !later.some(({ quote }) => slot.locale.cues.corrects(quote));
}

/** The caller's words, and what came of them. */
export function shownWords({ lines, booked, told }: SlotTrail) {
  const last = booked.at(-1);
  const said = lines.filter(({ exchange }) => exchange !== undefined).slice(-mostQuoted);
  const came = last ? showBooked(last) : `read back ${quoted(told?.text ?? "")}`;
  return {
    reason: `the caller said ${said.map(({ quote }) => quoted(quote)).join(", ")} · ${came}`,
    evidence: [
      ...said.map(({ quote, exchange = 0 }) => ({ text: quote, exchange, source: "user" as const })),
      ...(last ? [quoteCall(last)] : []),
    ],
  };
}
