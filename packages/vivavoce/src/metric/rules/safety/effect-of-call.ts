import { isJsonObject, type JsonValue } from "../../../base/index.ts";
import type { ToolCall } from "../../../transcript/index.ts";
import { type Effect, placesOf } from "../../../world/index.ts";
import { carriedOut } from "./carried-out.ts";
import type { SubjectOf } from "./monitor.ts";

/**
 * Whether an effect is that of this call rather than of one of the others: it tells of what the call acts on and of
 * one of its other arguments, and of more of them than any other call's.
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
 * Whether one of these calls may have made a change that no call can be shown to have made: it was carried out, and
 * nothing that changed is known to be its doing.
 */
export function mayExplain(
  calls: readonly ToolCall[],
  effects: readonly Effect[],
  watched: { subjectOf: SubjectOf },
): boolean {
  const isAccountedFor = (call: ToolCall) => effects.some((effect) => isEffectOf(effect, call, [], watched));
  return calls.some((call) => carriedOut(call) === "yes" && !isAccountedFor(call));
}

/** How many arguments of a call an effect tells of, and whether that is enough to be its effect. */
function fitOf(effect: Effect, call: ToolCall, subjectOf: SubjectOf): { count: number; whole: boolean } {
  const subject = subjectOf(call);
  const { kind: _kind, ...told } = effect;
  const fields = Object.values(told).flatMap(leaves).map(plain);
  const isAbout = subject !== undefined && tellsOfSubject(effect, fields, subject);
  const others = leaves(call.executed ?? call.arguments)
    .map(plain)
    .filter((value) => value !== "" && !isSpelling(value, subject));
  const matching = others.filter((value) => fields.some((field) => tells(field, value))).length;
  const whole = subject === undefined ? matching > 0 : isAbout && (matching > 0 || others.length === 0);
  return { count: matching + (isAbout ? 1 : 0), whole };
}

/** A path may be written `./Garden.md` or `Projects\Garden.md`. */
function isSpelling(value: string, subject: string | undefined): boolean {
  return value.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "") === subject;
}

/** In the place itself, or where another note names it: `([[Garden]])` for `Projects/Garden.md`. */
function tellsOfSubject(effect: Effect, fields: readonly string[], subject: string): boolean {
  if (placesOf(effect).includes(subject)) return true;
  const title = plain(subject.replace(/^.*\//, "").replace(/\.md$/i, ""));
  return title.length > 2 && fields.some((field) => field.includes(title));
}

/** Short values are found by chance inside of longer ones, so they must be all of it. */
function tells(field: string, value: string): boolean {
  return field === value || (value.length > 3 && field.includes(value));
}

/** All texts and numbers in a value. */
function leaves(value: JsonValue | undefined): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(leaves);
  return isJsonObject(value) ? Object.values(value).flatMap(leaves) : [];
}

function plain(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ").trim();
}
