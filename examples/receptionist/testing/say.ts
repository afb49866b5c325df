import type { OfficeView } from "../backend/index.ts";
import { hear, type Position, type Turn } from "../machine/index.ts";
import { sessionOf } from "../session.ts";
import type { State } from "../states.ts";

type Given = Parameters<typeof sessionOf>[0];

/** An office that serves Austin and has a slot left today; and one that has none. */
export const view: OfficeView = { service_area: ["787"], free_today: 1 };
export const fullDay: OfficeView = { ...view, free_today: 0 };

/** All that discovery wants. */
export const discovered = {
  customer_name: "Maria",
  zip_code: "78745",
  problem_description: "not cooling",
  service_address: "4210 S Lamar",
};

/** All that can be read back. */
export const complete = { ...discovered, preferred_time: "tomorrow morning", urgency_tier: "routine" as const };

export function at(state: State, given: Given = {}): Position {
  return { state, session: sessionOf(given) };
}

/** What a line leads to in a state, with so much known. */
export function say(line: string, state: State, given: Given = {}, office: OfficeView = view): Turn {
  return hear(at(state, given), line, office);
}
