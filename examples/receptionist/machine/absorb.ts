import { type Session, sessionSchema } from "../session.ts";
import type { Reading } from "../understand/index.ts";

/**
 * Puts what a line says into the session. What is known already stays, unless the caller takes it back; a field that is
 * called wrong without a new value becomes unknown again.
 */
export function absorb(session: Session, { facts, timing, correction }: Reading): Session {
  const times = timing && { preferred_time: timing.preferred_time, urgency_tier: timing.tier };
  const given = withoutGaps({ ...facts, ...times });
  if (!correction) return sessionSchema.parse({ ...given, ...withoutGaps(session) });
  const wrong = new Set<string>(correction.fields);
  if (wrong.has("preferred_time")) wrong.add("urgency_tier");
  const kept = Object.entries(session).filter(([field]) => !wrong.has(field));
  const mended = kept.map(([field, value]) => [field, correction.swap ? swapped(value, correction.swap) : value]);
  return sessionSchema.parse({ ...Object.fromEntries(mended), ...given });
}

/** A text with the right word in place of the wrong one; whatever else stays as it is. */
function swapped(value: unknown, { right, wrong }: { right: string; wrong: string }): unknown {
  if (typeof value !== "string") return value;
  const words = value.split(" ");
  return words.some((word) => same(word, wrong))
    ? words.map((word) => (same(word, wrong) ? right : word)).join(" ")
    : value;
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function withoutGaps(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
