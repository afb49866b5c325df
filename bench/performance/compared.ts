// The same work by every tool in turn, again and again: what disturbs one round disturbs all of them.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerProcess } from "../server-process.ts";
import { best, type Command, type Measured, measured } from "./measured.ts";
import type { Tool } from "./tool.ts";
import { callsOf, type Work } from "./work.ts";

/** The best of a tool's rounds, or why there is none. */
export type Figure = Measured | { cannot: string };

/** The figure of each tool by its name. */
export function compared(
  work: Work,
  { tools, rounds, server }: { tools: readonly Tool[]; rounds: number; server: ServerProcess },
): Promise<Record<string, Figure>> {
  return inFolder((parent) => inRounds(work, { tools, rounds, server, parent }));
}

/**
 * A tool finds its files at the same place in every round, as a user's are, so that what it keeps of them from the first
 * start helps in the next ones. Results of earlier rounds are gone.
 */
async function inRounds(
  work: Work,
  { tools, rounds, server, parent }: { tools: readonly Tool[]; rounds: number; server: ServerProcess; parent: string },
): Promise<Record<string, Figure>> {
  const all = new Map(tools.map(({ name }): [string, Measured[]] => [name, []]));
  const failed = new Map<string, string>();
  for (let round = 0; round < rounds; round++) {
    for (const [index, tool] of tools.entries()) {
      if (failed.has(tool.name)) continue;
      const figure = await oneRound(work, tool, server, join(parent, String(index)));
      if ("cannot" in figure) failed.set(tool.name, figure.cannot);
      else all.get(tool.name)?.push(figure);
    }
  }
  return Object.fromEntries([...all].map(([name, rounds]) => [name, figureOf(rounds, failed.get(name))]));
}

/** A tool that fails at the work, or does other work, has no time for it. */
async function oneRound(work: Work, tool: Tool, server: ServerProcess, folder: string): Promise<Figure> {
  const before = await server.calls();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  mkdirSync(folder);
  try {
    const command = await tool.prepare(work, { folder, url: server.url });
    if ("cannot" in command) return command;
    const figure = await measured(command);
    checkCalls(work, tool, (await server.calls()) - before);
    console.warn(`${work.name} with ${tool.name}: ${figure.seconds.toFixed(2)} s`);
    return figure;
  } catch (error) {
    const { message } = error as Error;
    console.warn(`\nNOT MEASURED: ${work.name} with ${tool.name}.\n${message}\n`);
    return { cannot: "failed" };
  }
}

function figureOf(rounds: readonly Measured[], cannot: string | undefined): Figure {
  return cannot === undefined ? best(rounds) : { cannot };
}

function checkCalls(work: Work, tool: Tool, calls: number): void {
  const planned = callsOf(work);
  if (calls !== planned) {
    throw new Error(`${tool.name} made ${calls} calls for ${work.name}, which takes ${planned}: that is other work`);
  }
}

/** The best of several rounds of commands that take turns, each in a folder of its own. */
export async function inTurn(
  commands: readonly ((folder: string) => Command | Promise<Command>)[],
  rounds: number,
): Promise<Measured[]> {
  const all = commands.map((): Measured[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, command] of commands.entries()) {
      all[index]?.push(await inFolder(async (folder) => measured(await command(folder))));
    }
  }
  return all.map(best);
}

export async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "viva-bench-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
