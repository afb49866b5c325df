import type { Case, Expectations, LineExpectations } from "../shape/index.ts";

/** A line with its own expectations, as a case that expects nothing else. */
interface LineCase {
  /** Its place in the script, from 0. */
  index: number;
  /** The exchange that it starts. */
  exchange: number;
  case: Case;
}

/** What the lines of a script expect: each becomes a case of its own, whose tools are those of its exchange. */
export function lineCases(testCase: Case): LineCase[] {
  return testCase.script.flatMap(({ expect }, index) => {
    const exchange = index + 1;
    return expect ? [{ index, exchange, case: { ...testCase, expect: inExchange(expect, exchange) } }] : [];
  });
}

function inExchange({ tools, calls, ...rest }: LineExpectations, turn: number): Expectations {
  return {
    ...rest,
    ...(tools ? { tools: tools.map((tool) => ({ ...tool, turn })) } : {}),
    ...(calls ? { calls: calls.map((call) => ({ ...call, turn })) } : {}),
  };
}
