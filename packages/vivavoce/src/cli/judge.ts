import type { Command } from "commander";
import { describe as describeAudit } from "./judge/audit.ts";

export function describe(command: Command): Command {
  describeAudit(
    command
      .command("audit")
      .description("without labels: how steady is the judge, and what sways it? asks it about stored conversations")
      .exitOverride(),
  );
  return command;
}
