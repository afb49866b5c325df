import type { Answer } from "../locale/locale.ts";
import type { FoundValue } from "../slots/slot.ts";
import { compareGiven, type Given, type SlotTrail } from "./talk.ts";

/** What a caller says, and where. */
interface Line {
  text: string;
  exchange: number | undefined;
}

/** The value after a line with values: the last of them, several of which any will do, or a correction of the known one. */
export function givenFrom({ given, slot }: SlotTrail, line: Line, values: readonly FoundValue[]): Given | undefined {
  const [first] = values;
  const last = values.at(-1);
  if (!first || !last) return undefined;
  const { merge } = slot.kind;
  const { cues } = slot.locale;
  const stretch = first === last ? last.text : line.text.slice(first.start, last.end).trim();
  const said = { exchange: line.exchange, how: "said" } as const;
  // Two values without a word of correction: either may be meant.
  const either = merge ? cues.isEither(stretch) : !cues.corrects(line.text);
  if (first !== last && either) {
    return { ...said, text: stretch, quote: stretch, values: alternatives(values) };
  }
  if (merge) {
    const known = given?.values.length === 1 ? given.values : [];
    const merged = [...known, ...values.map(({ value }) => value)].reduce((before, value) => merge(before, value));
    return { ...said, text: stretch, quote: stretch, values: [merged] };
  }
  // A value that is repeated in short form is still the full value.
  const short = given?.values[0] !== undefined && last.value.length < given.values[0].length;
  if (short && compareGiven(slot, given, last.value) === "same") return { ...given, again: line.exchange };
  return { ...said, text: last.text, quote: last.text, values: [last.value] };
}

/** Nobody offers more choices in one line. */
const mostAlternatives = 5;

function alternatives(values: readonly FoundValue[]): string[] {
  return [...new Set(values.map(({ value }) => value))].slice(-mostAlternatives);
}

const changedInParts = /^(?:phone|zip|email)$/;

/** How a line without a whole value corrects a part of the known one. `rest`: the line without values of other slots. */
export function revisedBy(
  { given, slot, asked, heard, offered }: SlotTrail,
  line: Line & { rest: string; question: string | undefined },
  answer: Answer,
): Given | undefined {
  const { cues } = slot.locale;
  const corrects = asked || answer === "no" || cues.corrects(line.text) || (!given && cues.disputes(line.text));
  // "Are you still at 19 Juno Street?" "No, 291."
  const [only, ...others] = !given && (corrects || changedInParts.test(slot.kindName ?? "")) ? offered : [];
  const known = given?.values[0] ?? (others.length === 0 ? only?.value : undefined);
  if (known === undefined) return undefined;
  const context = {
    corrects,
    heard: line.question !== undefined && (heard || offered.length > 0),
    question: line.question,
  };
  const revised = slot.kind.revise?.(known, line.rest, context);
  if (revised === undefined) return undefined;
  // Who puts a read-back right says the value again.
  if (revised === known) return slot.kind.merge || !given ? undefined : { ...given, again: line.exchange };
  return { text: revised, quote: line.text.trim(), values: [revised], exchange: line.exchange, how: "said" };
}

/** The one that the caller takes of several that the agent proposed: "the second one". */
export function chosenFrom({ offered, slot }: SlotTrail, { text, exchange }: Line): Given | undefined {
  const place = slot.locale.cues.chosenPlace(text, offered.length);
  // Of values that the agent repeated, nobody can tell which is the second.
  const isRepeated = new Set(offered.map(({ value }) => value)).size < offered.length;
  if (place === undefined || isRepeated || offered.length < 2) return undefined;
  const chosen = offered.at(place);
  return chosen && { text: chosen.text, values: [chosen.value], exchange, how: "accepted" };
}

/** A yes to the one value that the agent proposed. */
export function acceptedFrom(
  { given, slot, offered }: SlotTrail,
  { exchange }: Line,
  answer: Answer,
): Given | undefined {
  const [first] = offered;
  if (answer !== "yes" || !first || offered.some(({ value }) => value !== first.value)) return undefined;
  const known = given?.values[0];
  const value = known !== undefined && slot.kind.merge ? slot.kind.merge(known, first.value) : first.value;
  return { text: first.text, values: [value], exchange, how: "accepted" };
}
