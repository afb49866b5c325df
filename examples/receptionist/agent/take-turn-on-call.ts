import { type AgentContext, FaultedTool } from "vivavoce";
import { type OfficeWorld, viewOf } from "../backend/index.ts";
import { hear, type Position, refusalOf, settle, type ToolRequest, type Turn } from "../machine/index.ts";
import { toolRunner } from "./take-turn.ts";

/** The same as `takeTurn` on a call that is recorded, where the office may be out of reach. */
export async function takeTurnOnCall(
  position: Position,
  line: string,
  context: AgentContext<OfficeWorld>,
): Promise<Turn> {
  const turn = hear(position, line, viewOf(context.world.value));
  return turn.call ? settle(turn, await answerTo(turn.call, context)) : turn;
}

async function answerTo(request: ToolRequest, context: AgentContext<OfficeWorld>): Promise<unknown> {
  const run = toolRunner(context.world);
  try {
    return await context.tool(request, () => run(request));
  } catch (error) {
    const refusal = error instanceof FaultedTool ? refusalOf(request, error.message) : undefined;
    if (refusal === undefined) throw error;
    return refusal;
  }
}
