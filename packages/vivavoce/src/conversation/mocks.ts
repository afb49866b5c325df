import { InfrastructureError, type JsonObject, showJson } from "../base/index.ts";
import type { Case, MockAnswer, World } from "../shape/index.ts";
import { FaultedTool } from "./tool-faults.ts";

/** What a mock function gets besides the call's arguments. */
export interface MockCall<W extends World = World> {
  /** The world of the trial. */
  world: W;
  /** The case that is played. */
  case: Case;
  /** Which call of this tool it is, from 1. */
  call: number;
}

/**
 * Answers in place of a tool: a function (what it throws is the tool's error), one answer for every call, or a list with
 * one answer per call.
 */
export type Mock<W extends World = World> =
  // biome-ignore lint/suspicious/noExplicitAny: a mock says itself which arguments its tool has.
  ((given: any, about: MockCall<W>) => unknown) | MockAnswer | readonly MockAnswer[];

/** Answers in place of tools, by name. */
export type Mocks<W extends World = World> = Readonly<Record<string, Mock<W>>>;

export type MockedTool = (given: JsonObject) => unknown;

/** The mocks of one conversation. Lists continue from one exchange to the next. */
export function openMocks(
  mocks: Mocks,
  about: { world: World; testCase: Case },
): (tool: string) => MockedTool | undefined {
  const all: Mocks = { ...mocks, ...about.testCase.mocks };
  const asked = new Map<string, number>();
  return (tool) => {
    const mock = Object.hasOwn(all, tool) ? all[tool] : undefined;
    if (mock === undefined) return undefined;
    return (given) => {
      const call = (asked.get(tool) ?? 0) + 1;
      asked.set(tool, call);
      if (typeof mock === "function") return mock(given, { world: about.world, case: about.testCase, call });
      return said("length" in mock ? (mock[call - 1] ?? pastTheEnd(tool, mock.length, given)) : mock);
    };
  };
}

function said(answer: MockAnswer): unknown {
  if ("error" in answer) throw new FaultedTool("mock", answer.error);
  // A copy, so that an agent that changes it does not change the next answer.
  return structuredClone(answer.result);
}

function pastTheEnd(tool: string, count: number, given: JsonObject): never {
  throw new InfrastructureError({
    message: `the mock of ${tool} has ${count === 1 ? "one answer" : `${count} answers`}, and this is call ${count + 1}: ${tool}(${showJson(given)})`,
    remedy: `Add an answer to the end of its list: { "result": … }.`,
  });
}

/** The error for a tool without a mock or function. It shows the line to add. */
export function nothingAnswers(tool: string, given: JsonObject): InfrastructureError {
  return new InfrastructureError({
    message: `the agent called ${tool}(${showJson(given)}), and nothing answers: the tool has no code here and no mock`,
    remedy: `Add to the suite: mocks: { ${asKey(tool)}: () => ({ … }) }. Or to the case: "mocks": { ${JSON.stringify(tool)}: { "result": … } }.`,
  });
}

function asKey(name: string): string {
  return /^[a-zA-Z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
