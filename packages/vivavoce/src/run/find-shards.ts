import { globSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { InputError, noSuchFile, type Problem, type Redactor, VivaError } from "../base/index.ts";
import type { Shard, StoredRun } from "../shape/index.ts";
import { isPostgres, responseCacheFile, Store, shownPlace } from "../store/index.ts";

/** A shard's run, and the store that holds it. */
export interface FoundShard {
  shard: Shard;
  run: StoredRun;
  store: Store;
  /** Where it was found, as the user would write it; undefined in the project's own store. */
  place: string | undefined;
}

interface ShardSearch {
  shards: FoundShard[];
  problems: Problem[];
  /** Closes the stores that were opened. */
  close(): Promise<void>;
}

interface Surroundings {
  cwd: string;
  redactor: Redactor;
}

/** Finds shards in files, folders and globs of stores, in PostgreSQL, and by their run ids in the project's own store. */
export async function findShards(
  own: Store,
  sources: readonly string[],
  { cwd, redactor }: Surroundings,
): Promise<ShardSearch> {
  const opened: Store[] = [];
  const search: ShardSearch = {
    shards: [],
    problems: [],
    close: async () => {
      for (const store of opened) await store.close();
    },
  };
  const merged = new Set((await own.runs.list()).flatMap(({ header }) => wholeMerge(header)));
  const look = async (place: string, open: () => Promise<Store>) => {
    const store = await open();
    if (store !== own) opened.push(store);
    const found = openShards(await store.runs.list(), merged);
    search.shards.push(...found.map((one) => ({ ...one, store, place })));
    if (found.length > 0) return;
    const remedy = "Shards are played with viva run --shard I/N.";
    throw new InputError({ message: "this store holds no shard", place: { file: place }, remedy });
  };
  for (const source of sources) {
    try {
      const files = isPostgres(source) ? [] : filesOf(source, cwd);
      // Also if it looks like the project's own: two schemas of one database are shown alike.
      if (isPostgres(source)) await look(shownPlace(source), () => Store.openToRead(source, redactor));
      else if (files)
        for (const file of files) await look(relative(cwd, file) || file, () => openFile(file, own, redactor));
      else search.shards.push(await byId(own, source));
    } catch (error) {
      if (!VivaError.isInstance(error)) throw error;
      search.problems.push(...("problems" in error ? (error.problems as Problem[]) : [error]));
    }
  }
  return search;
}

async function openFile(file: string, own: Store, redactor: Redactor): Promise<Store> {
  return own.file !== undefined && realpathSync(own.file) === realpathSync(file)
    ? own
    : Store.openToRead(file, redactor);
}

/** The stores that a path or a glob names; undefined if it is neither, so it may be a run's id. */
function filesOf(source: string, cwd: string): string[] | undefined {
  const path = resolve(cwd, source);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return someOf(source, storesIn(path));
  if (found) return [path];
  if (/[*?[{]/.test(source)) {
    const matched = globSync(source, { cwd }).map((one) => resolve(cwd, one));
    return someOf(source, matched.flatMap((one) => (statSync(one).isDirectory() ? storesIn(one) : [one])).sort());
  }
  if (!/[/\\]|\.sqlite$/.test(source)) return undefined;
  throw noSuchFile(source, cwd);
}

function storesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".sqlite") && basename(name) !== basename(responseCacheFile("")))
    .sort()
    .map((name) => join(folder, name));
}

function someOf(source: string, files: string[]): string[] {
  if (files.length > 0) return files;
  const remedy = "Give the shards' stores: each is .viva/store.sqlite in its project.";
  throw new InputError({ message: "there is no store in it", place: { file: source }, remedy });
}

async function byId(store: Store, id: string): Promise<FoundShard> {
  const run = await store.runs.find(id);
  const { shard } = run.header.options;
  if (shard) return { shard, run, store, place: undefined };
  throw new InputError({ message: `run ${run.id} is not a shard`, remedy: "`viva list` marks the shards." });
}

/** The shards of a merged run that lacks none. */
function wholeMerge({ merged }: StoredRun["header"]): string[] {
  return merged && merged.shards.length === merged.count ? merged.shards.map(({ run }) => run) : [];
}

/**
 * A store may hold shards of earlier runs. Those of the plan and the pipeline of its newest shard count: the ones that were
 * not merged yet or, if there are none, all.
 */
function openShards(runs: readonly StoredRun[], merged: ReadonlySet<string>): Pick<FoundShard, "shard" | "run">[] {
  const all = runs.flatMap((run) => (run.header.options.shard ? [{ shard: run.header.options.shard, run }] : []));
  const newest = all[0]?.run.header;
  const same = all.filter(
    ({ run: { header } }) => header.plan === newest?.plan && header.pipeline === newest?.pipeline,
  );
  const open = same.filter(({ run }) => !merged.has(run.id));
  return open.length > 0 ? open : same;
}
