import type { JsonValue } from "vivavoce";
import { type OfficeWorld, toolNamed, viewOf } from "../backend/index.ts";
import { hear, type Position, settle, type ToolRequest, type Turn } from "../machine/index.ts";

/** Runs a tool that the machine asks for. */
export type RunTool = (request: ToolRequest) => JsonValue;

/** The machine hears a line, calls its tools on the office, and comes to rest where the caller is answered. */
export function takeTurn(position: Position, line: string, world: OfficeWorld, runTool = toolRunner(world)): Turn {
  const turn = hear(position, line, viewOf(world.value));
  return turn.call ? settle(turn, runTool(turn.call)) : turn;
}

export function toolRunner(world: OfficeWorld): RunTool {
  return ({ name, arguments: given }) => toolNamed(name).run(given, world);
}
