import { findValues } from "../slots/find-values.ts";
import type { FoundValue } from "../slots/slot-kind.ts";
import { isNegated } from "../text/negation.ts";
import { tokensOf } from "../text/tokens.ts";
import { type Answer, answerOf } from "./answers.ts";
import { compareGiven, type Given, type SlotTrail, type Talk } from "./talk.ts";
import type { TalkEvent } from "./timeline.ts";

type CallerEvent = Extract<TalkEvent, { kind: "caller" }>;

const corrects =
  /\b(?:no|nope|not|wrong|actually|sorry|i mean|meant|instead|correction|change|rather|make (?:it|that))\b/i;
const disputes = /\b(?:wrong|incorrect|not right|not correct|change|changed|different|another|mistake)\b/i;
const picks =
  /\b(?:first|second|third|earlier|later|latter|former|either|last) ?(?:one|option|slot|time|works|is fine)?\b/i;

/** Takes in what the caller says: values given, changed, agreed to or turned down. */
export function hearCaller(talk: Talk, event: CallerEvent): void {
  if (talk.used) Object.assign(talk, { readBack: false, confirmed: false, used: false });
  const answer: Answer = event.stance === undefined ? answerOf(event.text) : event.stance === "consents" ? "yes" : "no";
  const states = talk.trails.map(({ slot, given, asked }) => ({ slot, asked, known: given?.values[0] }));
  const found = findValues(event.text, states, "caller");
  const changes = talk.trails.map((trail) => {
    const change = takeIn(trail, event, standing(event.text, found.get(trail.slot.name) ?? []), answer);
    Object.assign(trail, { asked: false, heard: false, offered: [] });
    return change;
  });
  if (answer === "no" || changes.includes("changed") || changes.includes("disputed")) {
    talk.readBack = false;
    talk.confirmed = false;
  } else if (answer === "yes" && talk.readBack) talk.confirmed = true;
}

/** Values that are not taken back in the same breath: of "4120, not 4210" the first. */
function standing(line: string, values: readonly FoundValue[]): FoundValue[] {
  const tokens = tokensOf(line);
  return values.filter(
    ({ start, end }) =>
      end === start ||
      !isNegated(
        tokens,
        tokens.findIndex((one) => one.start >= start),
      ),
  );
}

type Change = "none" | "new" | "changed" | "disputed";

function takeIn(trail: SlotTrail, event: CallerEvent, values: readonly FoundValue[], answer: Answer): Change {
  const { given, slot } = trail;
  const next =
    values.length > 0
      ? fromValues(trail, event, values)
      : (revised(trail, event, answer) ?? accepted(trail, event, answer));
  if (next) {
    const differs =
      given && next.how === "said" && next.values.some((value) => compareGiven(slot, given, value) === "different");
    trail.given = next;
    trail.disputed = false;
    return differs ? "changed" : "new";
  }
  // "The second one" of several: what was chosen cannot be known.
  if (trail.offered.length > 1 && (answer === "yes" || picks.test(event.text))) trail.given = undefined;
  if (!given) return "none";
  const disputed = (answer === "no" && trail.heard) || (slot.mentions(event.text) && disputes.test(event.text));
  if (disputed) trail.disputed = true;
  return disputed ? "disputed" : "none";
}

function fromValues({ given, slot }: SlotTrail, event: CallerEvent, values: readonly FoundValue[]): Given {
  const first = values[0];
  const last = values.at(-1);
  const text = values.length > 1 ? event.text.slice(first?.start, last?.end).trim() : (last?.text ?? "");
  const said = { text: text || (last?.text ?? ""), exchange: event.exchange, how: "said" } as const;
  const { merge } = slot.kind;
  if (values.length > 1 && /\bor\b/i.test(text)) return { ...said, values: values.map(({ value }) => value) };
  if (merge) {
    const start = given && !given.values[1] ? [given.values[0] ?? ""] : [];
    return {
      ...said,
      values: [[...start, ...values.map(({ value }) => value)].reduce((known, value) => merge(known, value))],
    };
  }
  const value = last?.value ?? "";
  // A value said again in short is still the one that was given in full.
  const short = given && compareGiven(slot, given, value) === "same" && value.length < (given.values[0]?.length ?? 0);
  return short ? given : { ...said, text: last?.text ?? "", values: [value] };
}

function revised(
  { given, slot, asked, heard }: SlotTrail,
  { text, exchange }: CallerEvent,
  answer: Answer,
): Given | undefined {
  const [known] = given?.values ?? [];
  if (known === undefined) return undefined;
  const corrected = slot.kind.revise?.(known, text, {
    corrects: asked || answer === "no" || (heard && corrects.test(text)) || corrects.test(text),
  });
  return corrected === undefined || corrected === known
    ? undefined
    : { text: corrected, values: [corrected], exchange, how: "said" };
}

/** A yes to the one value that the agent said itself. */
function accepted({ given, slot, offered }: SlotTrail, { exchange }: CallerEvent, answer: Answer): Given | undefined {
  const [first] = offered;
  if (answer !== "yes" || !first || offered.some(({ value }) => value !== first.value)) return undefined;
  const known = given?.values[0];
  const value = known !== undefined && slot.kind.merge ? slot.kind.merge(known, first.value) : first.value;
  return { text: first.text, values: [value], exchange, how: "accepted" };
}
