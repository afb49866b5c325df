import { once } from "node:events";
import type { Command } from "commander";
import { print } from "./print.ts";
import { wholeNumber } from "./run-flags.ts";
import { invocation, withStore } from "./surroundings.ts";

interface ViewFlags {
  port: number;
}

export function describe(command: Command): Command {
  return command
    .option("--port <n>", "listen on this port; without it a free one is taken", wholeNumber(0, 65_535), 0)
    .action(async ({ port }: ViewFlags) => {
      const { listen } = await import("../server/index.ts");
      await withStore(async (store) => {
        const { address, close } = await listen({ store, invocation: invocation() }, { port });
        print(address);
        await once(process, "SIGINT");
        await close();
      });
    });
}
