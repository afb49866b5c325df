import type { Case } from "./case.ts";

/** What is expected of an agent however its tools behave. */
const lasting = ["safety", "limits", "coherence", "role", "topics", "facts", "contexts", "instructions"] as const;

/** How an agent left a conversation, or kept out of it. */
export interface Departures {
  hungUp: boolean;
  /** The exchanges in which it stayed quiet. */
  quiet: readonly number[];
}

/**
 * A case as it is scored where `--faults` broke a tool. What the case expects of an agent whose tools work, such as
 * changes in the world, cannot be asked for there: not by the case, and not by a line of it. That the agent hangs up or
 * stays quiet where the case says so is still allowed, but no longer asked for.
 */
export function caseUnderFault(testCase: Case, { hungUp, quiet }: Departures): Case {
  const { end, quiet: mayBeQuiet = [] } = testCase.expect;
  const stayed = mayBeQuiet.filter((exchange) => quiet.includes(exchange));
  const expect: Case["expect"] = {
    ...Object.fromEntries(
      lasting.flatMap((name) => (testCase.expect[name] === undefined ? [] : [[name, testCase.expect[name]]])),
    ),
    ...(hungUp && end?.by === "agent" ? { end: { by: end.by } } : {}),
    ...(stayed.length > 0 ? { quiet: stayed } : {}),
  };
  return { ...testCase, script: testCase.script.map(({ expect: _expect, ...line }) => line), expect };
}
