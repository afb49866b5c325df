import type { Command } from "./measured.ts";
import type { Tool } from "./tool.ts";
import { vivaCommand } from "./viva.ts";
import type { Work } from "./work.ts";

/** One case that asks no model: what a command costs before it does anything. */
export const oneCase: Work = { name: "deterministic", cases: 1 };

/** What every tool is started with to do nothing, and Viva's launcher by itself. */
export function startCommands(
  tools: readonly Tool[],
): { tool: string; words: string; command(folder: string): Command }[] {
  const all = tools.map(({ name, start }) => ({ tool: name, ...start }));
  const version = { tool: "Viva", words: "viva --version", command: (cwd: string) => vivaCommand(["--version"], cwd) };
  return [...all, version];
}
