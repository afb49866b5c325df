import type { Case } from "../shape/index.ts";

/** What is expected of an agent even if its tools fail. */
const lasting = [
  "safety",
  "limits",
  "coherence",
  "role",
  "topics",
  "facts",
  "contexts",
  "instructions",
  "hazard",
  "watched",
] as const;

/**
 * A case as it is scored if `--faults` broke a tool. Expectations that need working tools, such as changes in the world,
 * are dropped, in the case and in its lines. The agent may still hang up or stay quiet where the case expects it, but no
 * longer has to. `quiet`: the exchanges in which it stayed quiet.
 */
export function caseUnderFault(testCase: Case, { hungUp, quiet }: { hungUp: boolean; quiet: readonly number[] }): Case {
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
