import { isWrite, type ToolExpectation } from "../../../shape/index.ts";
import type { MadeCall } from "../../evidence.ts";
import { orderedAssignment } from "./ordered-assignment.ts";
import { parameterProblems } from "./parameters.ts";
import { inScope, isNamed, type Met, type Played } from "./scope.ts";
import { excuses, isUnwanted } from "./unwanted-call.ts";

/**
 * Finds the call that meets each expected one, one to one, so that the smallest score of all expectations is as large as
 * possible. Each pair is weighted by the loss without it: an unwanted call (0), then an unmet expectation or an extra
 * write (0.4), then wrong parameters (0.7).
 */
export function assignCalls(played: Played): Met {
  const { expected, calls } = played;
  const weights = expected.map((expectation) => calls.map((made) => weigh(expectation, made, played)));
  const assigned = orderedAssignment(
    weights,
    expected.map(({ order }) => order),
  );
  const met = new Map<ToolExpectation, MadeCall>();
  for (const [row, expectation] of expected.entries()) {
    const column = assigned[row];
    const made = column === undefined ? undefined : calls[column];
    if (made) met.set(expectation, made);
  }
  return met;
}

function weigh(expectation: ToolExpectation, made: MadeCall, played: Played): number {
  if (!inScope(expectation, made) || !isNamed(expectation, made)) return 0;
  const bans = played.unwanted.filter((ban) => isUnwanted(ban, made, played));
  const merits = [
    bans.length > 0 && bans.every((ban) => excuses(expectation, ban)),
    true,
    isWrite(made.call) && played.extraCalls !== "allow",
    parameterProblems(expectation, made.call).length === 0,
  ];
  // One number with a digit for each merit, so that all lower merits together never outweigh a higher one.
  return merits.reduce((weight, merit) => weight * (played.expected.length + 1) + (merit ? 1 : 0), 0);
}
