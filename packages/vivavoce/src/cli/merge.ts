import { InputError, plural, version } from "../base/index.ts";
import { circumstancesOf, decideAndKeep, takeOver } from "../results/index.ts";
import { type FoundShard, findShards, fitShards, mergeShards } from "../run/index.ts";
import { commandOf, type FlagsOf, flagRows } from "./command.ts";
import { gateRows, policyOf, refuseUnfitRun } from "./gate-flags.ts";
import { cleanText, print, printError } from "./print.ts";
import { resolveBaseline } from "./reference.ts";
import { reportRows } from "./reports.ts";
import { type Desk, withStore } from "./surroundings.ts";
import { tellRun } from "./tell-result.ts";

const rows = flagRows({
  "--partial": "merge although shards are missing or unfinished; such a run never passes",
  "--baseline <ref>": "compare with a run, a baseline or a baseline's file",
  "--json": "write the report as JSON to stdout",
  "--verbose": "show every trial and every reason",
  ...gateRows,
  ...reportRows,
});
type MergeFlags = FlagsOf<typeof rows>;

export default commandOf({
  takes: [["<sources...>", "the shards: stores (files, folders or globs), or run ids of this project's store"]],
  flags: rows,
  notes: `Writes one run, as if one machine had played it, and decides it by its gates.
The shards' stores are only read. Shards that do not fit are refused.

Examples:
  viva merge shards/                         every store in the folder
  viva merge a/store.sqlite b/store.sqlite --baseline main
  viva merge 7f3a 81c0                       two runs of this project's store`,
  act: (flags, sources: string[]) => withStore((desk) => merge(desk, sources, flags)),
});

async function merge(desk: Desk, sources: string[], flags: MergeFlags): Promise<number> {
  const { store } = desk;
  const say = flags.json ? printError : print;
  const gate = policyOf(flags);
  const found = await findShards(store, sources, desk);
  try {
    const { problems, ...fitting } = await fitShards(found.shards, { partial: flags.partial ?? false });
    if (found.problems.length + problems.length > 0) throw new InputError([...found.problems, ...problems]);
    refuseUnfitRun(fitting.shards[0]?.run.suites ?? [], gate);
    // Looked up before the merged run exists: otherwise `latest` would mean that run itself.
    const reference = await resolveBaseline(desk, flags);
    say(`viva ${version} · merging ${plural(fitting.shards.length, "shard")}\n`);
    for (const one of fitting.shards) say(cleanText(shardLine(one)));
    for (const one of fitting.playedAgain)
      say(cleanText(`${shardLine(one)}   played again, not counted: the first whole run of a shard counts`));
    const changed = await Promise.all(fitting.shards.map((one) => takeOver(one.store, one.run)));
    const id = await mergeShards(store, fitting, gate);
    const run = await store.runs.find(id);
    say(`\nmerged into run ${id}\n`);
    const circumstances = { ...circumstancesOf(run), ...(changed.includes(true) && { changed: ["results" as const] }) };
    const decided = await decideAndKeep(store, run, { circumstances, reference });
    return await tellRun(desk, { run, decided }, { flags, reference, say });
  } finally {
    await found.close();
  }
}

function shardLine({ shard: { index, count }, run, place }: FoundShard): string {
  const when = new Date(run.createdAt).toISOString().slice(0, 16).replace("T", " ");
  const planned = run.suites.reduce((sum, suite) => sum + suite.planned, 0);
  return [`  ${index}/${count}`, run.id, when, plural(planned, "trial"), place ?? []].flat().join("   ");
}
