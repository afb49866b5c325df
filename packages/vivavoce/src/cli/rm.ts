import type { Command } from "commander";
import { surroundings } from "./surroundings.ts";

export function describe(command: Command): Command {
  return command.argument("<runs...>", "ids of runs, or the beginnings of them").action(async (ids: string[]) => {
    const store = await (await surroundings()).openStore();
    try {
      // All are looked up before the first is deleted: one wrong id deletes nothing.
      const runs = await Promise.all(ids.map((id) => store.runs.find(id)));
      for (const { id } of runs) {
        await store.runs.remove(id);
        process.stdout.write(`deleted ${id}\n`);
      }
    } finally {
      await store.close();
    }
  });
}
