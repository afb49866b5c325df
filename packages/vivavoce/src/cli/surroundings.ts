import { existsSync } from "node:fs";
import { type Redactor, redactor } from "../base/index.ts";
import { modelEnvironment } from "../model/index.ts";
import { type Style, terminalStyle } from "../report/index.ts";
import type { RunOptions, SuitePlan } from "../run/index.ts";
import { ResponseCache, responseCacheFile, Store, storePlace } from "../store/index.ts";
import { openProject, type Project } from "../suite/index.ts";
import { ownModules } from "../test-runner/index.ts";
import { cleanText, printError, rememberSecrets } from "./print.ts";
import { keepStdoutForTheReport } from "./streams.ts";

let asked: string | undefined;

/** The store that the command line names with `--store`; undefined if it names none. */
export function useStore(place: string | undefined): void {
  asked = place;
}

function askedStore(): string | undefined {
  return asked;
}

/** What every command needs: project, environment, store and terminal. */
export interface Surroundings {
  cwd: string;
  project: Project;
  environment: Record<string, string | undefined>;
  redactor: Redactor;
  style: Style;
  /** Where the store is: a file, or a URL that may hold a password. */
  storePlace: string;
  openStore(): Promise<Store>;
}

export async function surroundings(): Promise<Surroundings> {
  const cwd = process.cwd();
  const project = await quietly(() => openProject(cwd, ownModules));
  const environment = modelEnvironment(project.root, process.env);
  const asked = askedStore() ?? environment.VIVA_STORE;
  const place = storePlace({ asked, cwd, configured: project.config.store, root: project.root });
  // Under this name the password of a database's address is a secret, wherever the address came from.
  const secrets = redactor({ ...environment, VIVA_STORE: place });
  rememberSecrets(secrets);
  return {
    cwd,
    project,
    environment,
    redactor: secrets,
    style: terminalStyle(process.stdout, process.env),
    storePlace: place,
    openStore: () => Store.open(place, secrets),
  };
}

/** Works with the project's store, and closes it whatever happens. */
export async function withStore<T>(work: (store: Store, around: Surroundings) => Promise<T>): Promise<T> {
  const around = await surroundings();
  const store = await around.openStore();
  try {
    return await work(store, around);
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

/** A config's code may print, but not into a command's output on stdout. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const release = keepStdoutForTheReport();
  return work().finally(release);
}
