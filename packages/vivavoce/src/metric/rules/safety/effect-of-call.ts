import type { JsonValue } from "../../../base/index.ts";
import { type Effect, type ToolCall, wasRun } from "../../../shape/index.ts";
import { placesOf } from "../../../world/index.ts";
import type { SubjectOf, WatchedTrial } from "./monitor.ts";
import { pathSpelling } from "./subject.ts";

/**
 * Whether this call, and not one of the others, made an effect: the effect mentions what the call acts on and one of its
 * other arguments, and more of them than of any other call.
 */
export function isEffectOf(
  effect: Effect,
  call: ToolCall,
  others: readonly ToolCall[],
  { subjectOf }: { subjectOf: SubjectOf },
): boolean {
  const own = fitOf(effect, call, subjectOf);
  return own.whole && others.every((other) => fitOf(effect, other, subjectOf).count < own.count);
}

/**
 * Whether one of these calls may have made a change that cannot be assigned to any call: it was run, and no other change
 * is known to be its own.
 */
export function mayExplain(
  calls: readonly ToolCall[],
  effects: readonly Effect[],
  watched: { subjectOf: SubjectOf },
): boolean {
  const isAccountedFor = (call: ToolCall) => effects.some((effect) => isEffectOf(effect, call, [], watched));
  return calls.some((call) => wasRun(call) === "yes" && !isAccountedFor(call));
}

/** Whether an effect is in a place that a call names, or tells of it. A call that names none may do anything. */
export function mayBeOf(effect: Effect, call: ToolCall, { subjectsOf }: Pick<WatchedTrial, "subjectsOf">): boolean {
  const subjects = subjectsOf(call);
  const fields = Object.values(effect).flatMap(leaves).map(plain);
  return (
    subjects.length === 0 ||
    subjects.some((subject) => isAt(effect, subject) || tellsOfSubject(effect, fields, subject))
  );
}

/** The subject is the place, holds it, or is a part of a pointer: "A-17" in `/bookings/A-17/slot`. */
function isAt(effect: Effect, subject: string): boolean {
  return placesOf(effect).some((place) => place.startsWith(`${subject}/`) || place.split("/").includes(subject));
}

/** How many arguments of a call an effect mentions, and whether that is enough. */
function fitOf(effect: Effect, call: ToolCall, subjectOf: SubjectOf): { count: number; whole: boolean } {
  const subject = subjectOf(call);
  const { kind: _kind, ...told } = effect;
  const fields = Object.values(told).flatMap(leaves).map(plain);
  const isAbout = subject !== undefined && tellsOfSubject(effect, fields, subject);
  // A path may be written `./Garden.md` or `Projects\Garden.md`.
  const others = leaves(call.executed ?? call.arguments)
    .map(plain)
    .filter((value) => value !== "" && pathSpelling(value) !== subject);
  const matching = others.filter((value) => fields.some((field) => tells(field, value))).length;
  const whole = subject === undefined ? matching > 0 : isAbout && (matching > 0 || others.length === 0);
  return { count: matching + (isAbout ? 1 : 0), whole };
}

/** In the note itself, or in a link from another note: `([[Garden]])` for `Projects/Garden.md`. */
function tellsOfSubject(effect: Effect, fields: readonly string[], subject: string): boolean {
  if (placesOf(effect).includes(subject)) return true;
  const title = plain(subject.replace(/^.*\//, "").replace(/\.md$/i, ""));
  return title.length > 2 && fields.some((field) => field.includes(title));
}

/** Short values occur by chance inside longer ones, so they must match the whole text. */
function tells(field: string, value: string): boolean {
  return field === value || (value.length > 3 && field.includes(value));
}

/** All texts and numbers in a value. */
export function leaves(value: JsonValue | undefined): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leaves) : [];
}

function plain(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ").trim();
}
