import type { Command } from "commander";
import * as audit from "./judge/audit.ts";
import * as card from "./judge/card.ts";
import * as labels from "./judge/labels.ts";

const parts = {
  card: [card, "show how a judge compares with people's labels"],
  labels: [labels, "list, export and import what people said about what a judge judged"],
  audit: [
    audit,
    "ask a judge again about stored conversations, as they are and changed: how steady is it, what sways it?",
  ],
} as const;

export function describe(command: Command): Command {
  for (const [name, [part, does]] of Object.entries(parts))
    part.describe(command.command(name).summary(does).description(does).exitOverride());
  return command;
}
