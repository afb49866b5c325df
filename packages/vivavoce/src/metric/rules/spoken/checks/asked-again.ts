import { safeLine } from "../../../../base/index.ts";
import type { Check } from "../../../../shape/index.ts";
import { quoteReply } from "../../../evidence.ts";
import type { SlotTrail } from "../talk/talk.ts";
import { showGiven } from "./show-values.ts";
import { decided } from "./verdict.ts";

/** The agent does not ask for something that the caller has already given. Counts if something was asked for. */
export function checkAskedAgain(trails: readonly SlotTrail[]): Check[] {
  const asked = trails.reduce((sum, { asks }) => sum + asks, 0);
  if (asked === 0) return [];
  const again = trails.flatMap(({ slot, askedAgain }) => askedAgain.map((one) => ({ slot: slot.name, ...one })));
  const ok = again.length === 0;
  const list = again.map(
    ({ slot, exchange, sentence, given }) =>
      `exchange ${exchange} asks for the ${slot} (“${safeLine(sentence, 80)}”), ${showGiven(given)}`,
  );
  return [
    decided({
      id: "asked-again",
      label: "does not ask for what was given",
      ok,
      verdict: ok ? "not again" : "asked again",
      reason: ok
        ? `${asked} ${asked === 1 ? "question" : "questions"} for a value, none for one that was given`
        : list.join("; "),
      evidence: again.map(({ exchange, sentence }) => quoteReply(exchange, sentence)),
    }),
  ];
}
