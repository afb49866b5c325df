import type { Case, Expectations, LineExpectations } from "../shape/index.ts";

/**
 * What the lines of a script expect: each becomes a case that expects nothing else, whose tools are those of the exchange
 * that it starts. `index`: its place in the script, from 0.
 */
export function lineCases(testCase: Case): { index: number; exchange: number; case: Case }[] {
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
