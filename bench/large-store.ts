// Whether looking at runs stays quick: `list`, `gate` and `show` of a case on a store with a run of 100,000 trials
// against the same on one with 1,000.
import type { Measurement } from "./measurement.ts";
import { inFolder, inTurn } from "./performance/compared.ts";
import { measured } from "./performance/measured.ts";
import { viva, vivaCommand } from "./performance/viva.ts";

const commands = [["list"], ["show", "latest", "case-500"], ["gate"]];
const rounds = 5;

export async function measure(): Promise<Measurement> {
  const [small, large] = [await times(1_000), await times(100_000)];
  const ratios = large.map((milliseconds, index) => milliseconds / (small[index] ?? 1));
  const detail = commands.map(
    (command, index) =>
      `viva ${command.join(" ")}: ${large[index]?.toFixed(0)} ms with 100,000 trials, ${small[index]?.toFixed(0)} ms with 1,000, ${ratios[index]?.toFixed(2)} times`,
  );
  return {
    what: "looking at a run of 100,000 trials against one of 1,000, the slowest of three commands",
    value: Math.max(...ratios),
    limit: 3,
    detail: `${detail.join("\n  ")}\n  best of ${rounds} each`,
  };
}

/** The best time of each command in a store with a run of so many trials. */
async function times(cases: number): Promise<number[]> {
  return inFolder(async (folder) => {
    await measured(await viva.prepare({ name: "deterministic", cases }, { folder, url: "" }));
    const best = await inTurn(
      commands.map((command) => () => vivaCommand(command, folder)),
      rounds,
    );
    return best.map(({ seconds }) => seconds * 1000);
  });
}
