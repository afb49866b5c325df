import type { ServerProcess } from "../server-process.ts";
import { compared, inTurn } from "./compared.ts";
import type { Figures } from "./figures.ts";
import type { Tool } from "./tool.ts";
import { vivaCommand } from "./viva.ts";

/** What a command costs before it does anything: every tool started for nothing, then for one case without a model. */
export async function startTimes(
  tools: readonly Tool[],
  { rounds, server }: { rounds: number; server: ServerProcess },
): Promise<Figures["start"]> {
  const version = { words: "viva --version", command: (cwd: string) => vivaCommand(["--version"], cwd) };
  const starts = [...tools.map(({ start }) => start), version];
  const times = await inTurn(
    starts.map(({ command }) => command),
    5 * rounds,
  );
  const one = await compared({ name: "deterministic", cases: 1 }, { tools, rounds, server });
  return [
    ...starts.map(({ words }, index) => ({ words, seconds: times[index]?.seconds ?? Number.NaN })),
    ...Object.entries(one).flatMap(([name, figure]) =>
      "seconds" in figure ? [{ words: `one case with ${name}`, seconds: figure.seconds }] : [],
    ),
  ];
}
