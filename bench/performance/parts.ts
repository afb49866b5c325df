// The comparison, part by part: any of them alone, or all in one run.
import { cpus } from "node:os";
import { serverProcess } from "../server-process.ts";
import { bareLoop } from "./bare-loop.ts";
import { compared, inTurn } from "./compared.ts";
import type { Figures } from "./figures.ts";
import type { Measured } from "./measured.ts";
import { type Peers, peersFor } from "./peers.ts";
import { installSizes } from "./sizes.ts";
import { startTimes } from "./start.ts";
import { viva } from "./viva.ts";
import { delayMs, type WorkName } from "./work.ts";

export const works: readonly WorkName[] = ["judged", "deterministic", "rescored", "conversations"];
export type Part = WorkName | "scale" | "start" | "size";

export interface Comparison {
  parts: readonly Part[];
  peers: Peers;
  /** How many rounds; the best of them counts. */
  rounds: number;
  /** How many cases a work has: 1,000 for the figures that the limits are about. */
  cases: number;
}

/** Measures the parts that are asked for, one after the other, with nothing else beside them. */
export async function compare({ parts, peers, rounds, cases }: Comparison): Promise<Partial<Figures>> {
  const { tools: others, missing } = await peersFor(peers);
  const tools = [bareLoop, viva, ...others];
  const figures: Partial<Figures> = {
    machine: {
      node: process.versions.node,
      cores: cpus().length,
      cpu: cpus()[0]?.model ?? "",
      date: new Date().toISOString().slice(0, 10),
      rounds,
    },
    tools: tools.map(({ name, version }) => ({ name, version })),
    missing,
  };
  const server = await serverProcess({ delayMs });
  try {
    for (const name of works.filter((work) => parts.includes(work))) {
      const work = { name, cases: name === "conversations" ? Math.ceil(cases / 20) : cases };
      figures.works = [...(figures.works ?? []), { work, figures: await compared(work, { tools, rounds, server }) }];
    }
    if (parts.includes("start")) figures.start = await startTimes(tools, { rounds, server });
  } finally {
    server.close();
  }
  if (parts.includes("scale")) figures.scale = await atSizes([cases, 10 * cases, 100 * cases], rounds);
  if (parts.includes("size")) figures.sizes = await installSizes(tools);
  return figures;
}

/** Viva with more and more cases that ask no model. */
export async function atSizes(sizes: readonly number[], rounds: number): Promise<({ cases: number } & Measured)[]> {
  const commands = sizes.map(
    (cases) => (folder: string) => viva.prepare({ name: "deterministic", cases }, { folder, url: "" }),
  );
  const figures = await inTurn(commands, rounds);
  return figures.map((figure, index) => ({ cases: sizes[index] ?? 0, ...figure }));
}
