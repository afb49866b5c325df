import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Style, terminalStyle } from "../report/index.ts";
import type { RunOptions, SuitePlan } from "../run/index.ts";
import { isPostgres, ResponseCache, responseCacheFile, Store } from "../store/index.ts";
import { openProject } from "../suite/index.ts";
import { type Bench, benchOf, ownModules } from "../test-runner/index.ts";
import { cleanText, invocation, printError, rememberSecrets } from "./print.ts";
import { keepStdoutForTheReport } from "./streams.ts";

let asked: string | undefined;

/** The store that the command line names with `--store`; undefined if it names none. */
export function useStore(place: string | undefined): void {
  asked = place;
}

/** What every command needs: project, environment, store and terminal. */
export interface Surroundings extends Bench {
  style: Style;
}

export async function surroundings(): Promise<Surroundings> {
  // A config's code may print, but not into a command's output on stdout.
  const release = keepStdoutForTheReport();
  const project = await openProject(process.cwd(), ownModules).finally(release);
  const bench = benchOf(project, asked);
  rememberSecrets(bench.redactor);
  return { ...bench, style: terminalStyle(process.stdout, process.env) };
}

/** The same with the store open. */
export interface Desk extends Surroundings {
  store: Store;
  invocation: string;
}

/** Works with the project's store, and closes it whatever happens. */
export async function withStore<T>(work: (desk: Desk) => Promise<T>): Promise<T> {
  const around = await surroundings();
  return atDesk(around, await around.openStore(), work);
}

/** The same for a command that only looks: where there is no store yet, it sees an empty one and creates nothing. */
export async function withStoreToRead<T>(work: (desk: Desk) => Promise<T>): Promise<T> {
  const around = await surroundings();
  const { storePlace: place, redactor } = around;
  if (isPostgres(place) || existsSync(place)) return atDesk(around, await around.openStore(), work);
  const folder = mkdtempSync(join(tmpdir(), "viva-empty-"));
  try {
    return await atDesk(around, await Store.open(join(folder, "store.sqlite"), redactor), work);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function atDesk<T>(around: Surroundings, store: Store, work: (desk: Desk) => Promise<T>): Promise<T> {
  try {
    return await work({ ...around, store, invocation: invocation() });
  } finally {
    await store.close();
  }
}

/**
 * Works with the answers of earlier live runs, if the options ask for them. Otherwise, if there are some, they are not
 * used but replaced by those of this run.
 */
export async function withCache<T>(
  { project, style }: Surroundings,
  { plans, options }: { plans: readonly SuitePlan[]; options: Pick<RunOptions, "cache"> },
  work: (cache: ResponseCache | undefined) => Promise<T>,
): Promise<T> {
  const file = responseCacheFile(project.root);
  const isKept = (options.cache || existsSync(file)) && plans.some(({ mode }) => mode.kind !== "replay");
  const warn = (problem: string) => printError(style.warn(cleanText(`warning: ${problem}`)));
  const cache = isKept ? new ResponseCache(file, { warn, isUsed: options.cache !== undefined }) : undefined;
  try {
    return await work(cache);
  } finally {
    cache?.close();
  }
}
