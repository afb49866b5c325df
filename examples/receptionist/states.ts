import { z } from "zod";

/** Where the caller's line decides what comes next. */
export const decisionStates = ["welcome", "safety", "service_area", "discovery", "urgency", "pre_confirm"] as const;

/** Where the machine calls a tool, and its result decides. */
export const actionStates = ["lookup", "booking", "callback", "urgency_callback", "manage_booking"] as const;

/** Where a call comes to its end. */
export const endStates = ["confirm", "booking_failed", "safety_exit", "non_service", "follow_up"] as const;

export const stateSchema = z.enum([...decisionStates, ...actionStates, ...endStates]);

export type DecisionState = (typeof decisionStates)[number];
export type ActionState = (typeof actionStates)[number];
export type EndState = (typeof endStates)[number];
export type State = z.infer<typeof stateSchema>;

export function isEnd(state: State): state is EndState {
  return endStates.some((end) => end === state);
}

export function isAction(state: State): state is ActionState {
  return actionStates.some((action) => action === state);
}
