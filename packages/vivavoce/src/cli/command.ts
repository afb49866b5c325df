import type { Command } from "commander";
import { decideExitCode } from "./exit-code.ts";
import { addFlags, type FlagRows, type FlagsOf } from "./flags.ts";
import { keepStdoutForTheReport } from "./streams.ts";

/** A command, as its help shows it. */
interface Described<Rows extends FlagRows> {
  /** Its arguments: "<run>" must be given, "[run]" may be, and of "[paths...]" several. */
  takes?: readonly (readonly [argument: string, does: string, initial?: string])[];
  flags?: Rows;
  /** What its help says below the flags. */
  notes?: string;
  /** Does it. A number that it returns is the exit code. With --json, only `writeReport` writes to stdout. */
  act(flags: FlagsOf<Rows>, ...given: never[]): unknown;
}

export function commandOf<const Rows extends FlagRows>({ takes = [], flags, notes, act }: Described<Rows>) {
  return (command: Command): Command => {
    for (const argument of takes) command.argument(...argument);
    if (notes !== undefined) command.addHelpText("after", `\n${notes}`);
    return addFlags(command, flags ?? {}).action(async (...given: unknown[]) => {
      const words = given.slice(0, -2) as never[];
      const chosen = command.opts<FlagsOf<Rows> & { json?: boolean }>();
      if (chosen.json) keepStdoutForTheReport();
      const code = await act(chosen, ...words);
      if (typeof code === "number") decideExitCode(code);
    });
  };
}
