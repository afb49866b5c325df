import type { Command } from "commander";
import { InputError } from "../base/index.ts";
import { isBeingPlayed } from "../run/index.ts";
import { surroundings } from "./surroundings.ts";

export function describe(command: Command): Command {
  return command.argument("<runs...>", "ids of runs, or the beginnings of them").action(async (ids: string[]) => {
    const store = await (await surroundings()).openStore();
    try {
      // All are looked up before the first is deleted: one wrong id deletes nothing.
      const found = new Map((await Promise.all(ids.map((id) => store.runs.find(id)))).map((run) => [run.id, run]));
      const busy = found
        .values()
        .filter(isBeingPlayed)
        .map(({ id, owner }) => ({
          message: `run ${id} is being played by process ${owner}`,
          remedy: "Wait for it, or stop it first.",
        }))
        .toArray();
      if (busy.length > 0) throw new InputError(busy);
      for (const id of found.keys()) {
        await store.runs.remove(id);
        process.stdout.write(`deleted ${id}\n`);
      }
    } finally {
      await store.close();
    }
  });
}
