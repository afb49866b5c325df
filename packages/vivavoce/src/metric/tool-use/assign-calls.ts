import type { ToolExpectation } from "../../case/index.ts";
import { isWrite } from "../../transcript/index.ts";
import type { MadeCall } from "../evidence.ts";
import { orderedAssignment } from "./ordered-assignment.ts";
import { parameterProblems } from "./parameters.ts";

/** Whether a call was made where an expectation looks: in its exchange, or anywhere. */
export function inScope(expectation: ToolExpectation, made: MadeCall): boolean {
  return expectation.turn === undefined || expectation.turn === made.exchange;
}

/** Whether a call is of the kind an expectation names: one of its tools; without a name, any that writes. */
export function isNamed({ tools }: ToolExpectation, { call }: MadeCall): boolean {
  return tools ? tools.includes(call.name) : isWrite(call);
}

/**
 * The call that meets each expected one, one to one. What is best: that as many expectations as possible are met,
 * then that few writes are left over, then that the parameters are right. This is also what makes the smallest
 * score of all expectations as large as it can be.
 */
export function assignCalls(
  expected: readonly ToolExpectation[],
  calls: readonly MadeCall[],
): Map<ToolExpectation, MadeCall> {
  const step = expected.length + 1;
  const weights = expected.map((expectation) =>
    calls.map((made) => {
      if (!inScope(expectation, made) || !isNamed(expectation, made)) return 0;
      const rightParameters = parameterProblems(expectation, made.call).length === 0;
      return step * step + (isWrite(made.call) ? step : 0) + (rightParameters ? 1 : 0);
    }),
  );
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
