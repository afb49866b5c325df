import type { CaseProblem, ToolUsage } from "./shape.ts";

/** What is wrong with `toolUsage` by itself, in a case of so many exchanges. */
export function toolUsageProblems(usage: readonly ToolUsage[], exchanges: number): CaseProblem[] {
  return usage.flatMap((entry, index) => {
    const path = ["expectations", "toolUsage", index];
    if (entry.turn !== undefined && entry.turn > exchanges) {
      const message = `there is no exchange ${entry.turn}; the case has ${exchanges}`;
      return [{ path: [...path, "turn"], message, remedy: `give a turn from 1 to ${exchanges}, or add user lines` }];
    }
    const against = entry.shouldCallTool ? usage.find((other) => contradicts(entry, other, exchanges)) : undefined;
    if (!against) return [];
    const what = entry.toolName === undefined ? "a tool that writes" : [entry.toolName].flat().join(" or ");
    const where = entry.turn === undefined ? "" : ` in exchange ${entry.turn}`;
    const message = `${what} is expected${where}, and entry ${usage.indexOf(against) + 1} says that it is not`;
    return [{ path, message, remedy: "take one of the two out, or give them different turns" }];
  });
}

/** Whether `forbidding` leaves no way to make the call that is expected. */
function contradicts(expected: ToolUsage, forbidding: ToolUsage, exchanges: number): boolean {
  if (forbidding.shouldCallTool) return false;
  // Without a name and without a turn it speaks of the exchanges in which nothing is expected.
  if (forbidding.toolName === undefined && forbidding.turn === undefined) return false;
  const everywhere = forbidding.turn === undefined || exchanges === 1;
  if (!everywhere && forbidding.turn !== expected.turn) return false;
  if (forbidding.toolName === undefined) return true;
  const forbidden = [forbidding.toolName].flat();
  return expected.toolName !== undefined && [expected.toolName].flat().every((name) => forbidden.includes(name));
}
