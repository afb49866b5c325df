import nodeModule, { type ResolveHookSync } from "node:module";
import { fileURLToPath } from "node:url";
import { currentRules } from "../network/index.ts";
import { isEntered, isPackageFile } from "./package-graph.ts";
import { isUsersFile } from "./user-place.ts";

/** One loading of a user's file. */
export interface NativeLoad {
  number: number;
  /** The user's files that Node loaded itself. */
  files: Set<string>;
  /** The files of packages that the user's files needed. */
  packages: Set<string>;
}

/** In the address of a file that an earlier load has brought along: the number of the load. */
const mark = "viva-load";

const loads: NativeLoad[] = [];
/** The load under way; loads follow each other. */
let current: NativeLoad | undefined;
/** By file: the first load that brought it along. */
const firstLoads = new Map<string, NativeLoad>();
/** By the network rules of a suite, under which all its code runs: the load that brought it. */
const suiteLoads = new WeakMap<object, NativeLoad>();
let isInstalled = false;

/**
 * Does work that loads users' files. Node itself loads those that are ES modules in plain JavaScript, and keeps them for
 * the life of the process: later loads would get the code of the first one, and nobody would know that the files are
 * part of a suite. So they are noted, and each load gets them anew, under an address of its own.
 */
export async function noteNativeModules<T>(work: (load: NativeLoad) => Promise<T>): Promise<T> {
  install();
  const load: NativeLoad = { number: loads.length, files: new Set(), packages: new Set() };
  loads.push(load);
  const rules = suiteRules();
  if (rules) suiteLoads.set(rules, load);
  const outer = current;
  current = load;
  try {
    return await work(load);
  } finally {
    current = outer;
  }
}

/** Jest has loaders of its own, which give each test file its own modules, and throws where others are installed. */
function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  try {
    nodeModule.registerHooks?.({ resolve });
  } catch (error) {
    if (!("JEST_WORKER_ID" in process.env)) throw error;
  }
}

const resolve: ResolveHookSync = (specifier, context, next) => {
  const found = next(specifier, context);
  if (!found.url.startsWith("file:")) return found;
  const file = fileURLToPath(found.url);
  if (isPackageFile(file) && isEntered(file, fileOf(context.parentURL), current))
    loadOf(context.parentURL)?.packages.add(file);
  // A file that is required is in the cache of CommonJS, where it can be seen and deleted.
  const load = context.conditions.includes("import") && isUsersFile(file) ? loadOf(context.parentURL) : undefined;
  if (!load) return found;
  load.files.add(file);
  const first = firstLoads.get(file) ?? load;
  firstLoads.set(file, first);
  return first === load ? found : { ...found, url: marked(found.url, load) };
};

/**
 * The load that a file belongs to which imports another: the one in its address, or the one that first brought it along.
 * Node does not know the importing file if it is TypeScript: then it is the load of the suite whose code is running, also
 * long after it was loaded.
 */
function loadOf(parent: string | undefined): NativeLoad | undefined {
  const address = parent?.startsWith("file:") ? new URL(parent) : undefined;
  const number = address?.searchParams.get(mark) ?? undefined;
  if (number !== undefined) return loads[Number(number)];
  const first = address && firstLoads.get(fileURLToPath(address));
  const rules = suiteRules();
  return first ?? (rules && suiteLoads.get(rules)) ?? current;
}

function fileOf(url: string | undefined): string | undefined {
  return url?.startsWith("file:") ? fileURLToPath(url) : undefined;
}

/** A trial has rules of its own within those of its suite. */
function suiteRules(): object | undefined {
  const rules = currentRules();
  return rules?.whole ?? rules;
}

function marked(url: string, { number }: NativeLoad): string {
  const address = new URL(url);
  address.searchParams.set(mark, String(number));
  return address.href;
}
