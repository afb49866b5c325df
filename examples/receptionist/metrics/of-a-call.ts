import { carriedOut, claims, hazard, limits, safety, toolCalls, worldEffects } from "vivavoce/metrics";
import { finalState } from "./final-state.ts";
import { stateNeeds } from "./state-needs.ts";
import { voice } from "./voice.ts";

/** What a whole call is examined by, whether its caller is scripted or simulated. */
export function metricsOfACall() {
  return [
    finalState(),
    stateNeeds(),
    worldEffects(),
    toolCalls({ mode: "exact" }),
    carriedOut(),
    claims({ verbs: { booked: "book_service", scheduled: "book_service", "on for": "book_service" } }),
    voice(),
    hazard({ onlyThen: true }),
    safety(),
    limits({ questionsPerReply: 1, wordsPerReply: 45, report: true }),
  ];
}
