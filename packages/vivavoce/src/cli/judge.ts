import type { Command } from "commander";

/** What `viva judge` can do; each file is loaded when `viva judge` is called. */
const subcommands: Record<string, { load(): Promise<{ describe(command: Command): Command }>; does: string }> = {
  card: { load: () => import("./judge/card.ts"), does: "show how a judge compares with people's labels" },
  labels: {
    load: () => import("./judge/labels.ts"),
    does: "list, export and import what people said about what a judge judged",
  },
  audit: {
    load: () => import("./judge/audit.ts"),
    does: "ask a judge again about stored conversations, as they are and changed: how steady is it, what sways it?",
  },
};

export async function describe(command: Command): Promise<Command> {
  for (const [name, { load, does }] of Object.entries(subcommands))
    (await load()).describe(command.command(name).summary(does).description(does).exitOverride());
  return command;
}
