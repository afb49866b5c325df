import type { Command } from "commander";
import audit from "./judge/audit.ts";
import card from "./judge/card.ts";
import labels from "./judge/labels.ts";

const parts = {
  card: [card, "show how a judge compares with people's labels"],
  labels: [labels, "list, export and import what people said about what a judge judged"],
  audit: [
    audit,
    "ask a judge again about stored conversations, as they are and changed: how steady is it, what sways it?",
  ],
} as const;

export default function judge(command: Command): Command {
  for (const [name, [describe, does]] of Object.entries(parts))
    describe(command.command(name).summary(does).description(does).exitOverride());
  return command;
}
