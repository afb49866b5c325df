import { isDeepStrictEqual } from "node:util";
import type { Case } from "vivavoce";
import type { StageDirection } from "./exchanges.ts";
import type { CaseProblem, ExpectedTool, ToolUsage } from "./shape.ts";

const sayOnce = "say it in one place: in expectedTools or in toolUsage";

type ToolExpectation = NonNullable<Case["expect"]["tools"]>[number];

/**
 * What `toolUsage` and the stage directions say together. Where both speak of the same call it is expected once;
 * where they disagree, the case is refused.
 */
export function toolExpectations(
  usage: readonly ToolUsage[],
  directions: readonly StageDirection[],
  exchanges: number,
): { expectations: ToolExpectation[]; problems: CaseProblem[] } {
  const expectations = usage.map(fromUsage);
  const problems: CaseProblem[] = [];
  for (const direction of directions) {
    const disagreement =
      direction.tools.length === 0 ? expectNothing(expectations, direction) : expectAll(expectations, direction);
    if (!disagreement) continue;
    problems.push({ path: direction.path, message: `${disagreement}, but toolUsage says otherwise`, remedy: sayOnce });
  }
  const silent = directions.filter(({ tools }) => tools.length === 0);
  const [first] = silent;
  if (first && silent.length === exchanges && expectations.some((one) => one.shouldCall && one.turn === undefined)) {
    const message = "no tool is expected in any exchange, but toolUsage says otherwise";
    problems.push({ path: first.path, message, remedy: sayOnce });
  }
  return { expectations, problems };
}

function fromUsage({
  shouldCallTool,
  toolName,
  requiredParams,
  parameters,
  outcome,
  turn,
  order,
}: ToolUsage): ToolExpectation {
  return {
    shouldCall: shouldCallTool,
    ...(turn === undefined ? {} : { turn }),
    ...(toolName === undefined ? {} : { tools: [toolName].flat() }),
    // Beside `false` these mean nothing, and the author is warned.
    ...(requiredParams === undefined || !shouldCallTool ? {} : { required: requiredParams }),
    ...(parameters === undefined || !shouldCallTool ? {} : { arguments: parameters }),
    ...(outcome === undefined || !shouldCallTool ? {} : { outcome }),
    ...(order === undefined ? {} : { order }),
  };
}

/** `[]`: no call is expected. Returns what the direction says if the list contradicts it. */
function expectNothing(expectations: ToolExpectation[], { exchange }: StageDirection): string | undefined {
  if (expectations.some(({ shouldCall, turn }) => shouldCall && turn === exchange)) {
    return `no tool is expected in exchange ${exchange}`;
  }
  const isSaid = expectations.some(({ shouldCall, tools, turn }) => !shouldCall && !tools && turn === exchange);
  if (!isSaid) expectations.push({ turn: exchange, shouldCall: false });
  return undefined;
}

function expectAll(expectations: ToolExpectation[], { exchange, tools }: StageDirection): string | undefined {
  const listed = expectations.filter(({ shouldCall, turn }) => shouldCall && turn === exchange);
  const open = new Set(expectations.filter(({ shouldCall, turn }) => shouldCall && (turn ?? exchange) === exchange));
  for (const tool of tools) {
    const says = `${tool.name} is expected in exchange ${exchange}`;
    if (expectations.some((expectation) => forbids(expectation, tool.name, exchange))) return says;
    const same = [...open].find((expectation) => expectation.tools?.includes(tool.name) ?? true);
    if (same === undefined) {
      if (listed.length > 0) return says;
      expectations.push(fromDirection(tool, exchange));
      continue;
    }
    if (differ(same.arguments, tool.parameters)) return `${says} with other parameters`;
    open.delete(same);
    Object.assign(same, fromDirection({ ...tool, parameters: { ...same.arguments, ...tool.parameters } }, exchange));
  }
  const left = listed.find((expectation) => open.has(expectation));
  return left ? `exchange ${exchange} expects only ${tools.map(({ name }) => name).join(", ")}` : undefined;
}

function fromDirection({ name, parameters }: ExpectedTool, exchange: number): ToolExpectation {
  const named = parameters !== undefined && Object.keys(parameters).length > 0;
  return { turn: exchange, shouldCall: true, tools: [name], ...(named ? { arguments: parameters } : {}) };
}

function forbids({ shouldCall, tools, turn }: ToolExpectation, name: string, exchange: number): boolean {
  if (shouldCall) return false;
  return tools ? tools.includes(name) && (turn ?? exchange) === exchange : turn === exchange;
}

function differ(one: ToolExpectation["arguments"] = {}, other: ToolExpectation["arguments"] = {}): boolean {
  return Object.keys(one).some((key) => key in other && !isDeepStrictEqual(one[key], other[key]));
}
