import type { Case } from "./case.ts";

/** What is expected of an agent however its tools behave. */
const lasting = ["safety", "limits", "coherence", "role", "topics", "facts", "contexts", "instructions"] as const;

/**
 * A case as it is scored where `--faults` broke a tool. What the case expects of an agent whose tools work, such as
 * changes in the world, cannot be asked for there.
 */
export function caseUnderFault(testCase: Case): Case {
  const expect = Object.fromEntries(
    lasting.flatMap((name) => (testCase.expect[name] === undefined ? [] : [[name, testCase.expect[name]]])),
  );
  return { ...testCase, expect };
}
