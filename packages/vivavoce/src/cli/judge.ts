import type { Command } from "commander";
import { describe as describeLabels } from "./judge/labels.ts";

const subcommands: Record<string, { describe(command: Command): Command; does: string }> = {
  labels: { describe: describeLabels, does: "list, export and import what people said about what a judge judged" },
};

export function describe(command: Command): Command {
  for (const [name, { describe, does }] of Object.entries(subcommands))
    describe(command.command(name).description(does));
  return command;
}
