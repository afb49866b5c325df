import nodeModule, { createRequire, type ResolveHookSync } from "node:module";
import { fileURLToPath } from "node:url";
import { currentRules } from "../network/index.ts";
import { isUsersFile, packageOf } from "./user-place.ts";

/** Node's cache of CommonJS modules, by file. */
type ModuleCache = Record<string, NodeJS.Module | undefined>;

/**
 * By file of a package: the files that it brought along. Node keeps packages for the life of the process, so that a later
 * load which enters one does not see what else it needs.
 */
const brought = new Map<string, Set<string>>();
/** By file of a package: the load in which Node first looked for it; undefined if none was under way. */
const foundFirst = new Map<string, object | undefined>();
/** The modules whose children were noted. */
const noted = new WeakSet<NodeJS.Module>();
const loader = packageOf(createRequire(import.meta.url).resolve("jiti"));

/** Whether a file belongs to a package that users' code may enter. What loads their files is not one of them. */
function isPackageFile(file: string): boolean {
  const folder = packageOf(file);
  return folder !== undefined && folder !== loader;
}

/**
 * Notes that Node looked for a file of a package, and says whether users' code entered the package there. What a package
 * needs only after the load that brought it along, as in a conversation, does not become part of it.
 */
function isEntered(file: string, parent: string | undefined, load: object | undefined): boolean {
  if (!foundFirst.has(file)) foundFirst.set(file, load);
  if (parent === undefined) return true;
  const folder = packageOf(parent);
  if (folder === undefined) return isUsersFile(parent);
  if (folder === loader) return true;
  const first = foundFirst.get(parent);
  if (first !== load) return first !== undefined;
  bring(parent, [file]);
  return false;
}

/**
 * Watches the cache of CommonJS during a load: what is in it is needed again without Node looking for it. Returns a
 * function that ends this. `entered` gets the files of packages.
 */
function watchCache(cache: ModuleCache, entered: Set<string>): () => void {
  const kept = packagesIn(cache);
  for (const [, module] of kept) noteChildren(module);
  const put = (file: string, what: PropertyDescriptor) =>
    Object.defineProperty(cache, file, { enumerable: true, configurable: true, ...what });
  const putBack = (file: string, value: unknown) => put(file, { value, writable: true });
  for (const [file, module] of kept) {
    const get = () => {
      entered.add(file);
      return module;
    };
    put(file, { get, set: (value) => putBack(file, value) });
  }
  return () => {
    for (const [file, module] of kept) if (Object.getOwnPropertyDescriptor(cache, file)?.get) putBack(file, module);
    const fresh = packagesIn(cache).filter(([, module]) => !noted.has(module));
    for (const [, module] of fresh) noteChildren(module);
    // Node did not look for those that the loader evaluated itself; and the loader does not tell what they needed.
    const evaluated = fresh.flatMap(([file]) => (foundFirst.has(file) ? [] : [file]));
    for (const file of evaluated) entered.add(file);
    for (const file of evaluated) bring(file, entered);
  };
}

/** Files of packages, and all that they brought along. */
function withBrought(entered: Iterable<string>): string[] {
  const found = new Set(entered);
  for (const file of found) for (const other of brought.get(file) ?? []) found.add(other);
  return [...found];
}

function packagesIn(cache: ModuleCache): [string, NodeJS.Module][] {
  const files = Object.keys(cache).filter(isPackageFile);
  return files.flatMap((file): [string, NodeJS.Module][] => {
    // To read one that another load watches would enter it there.
    const module: NodeJS.Module | undefined = Object.getOwnPropertyDescriptor(cache, file)?.value;
    return module ? [[file, module]] : [];
  });
}

function noteChildren(module: NodeJS.Module): void {
  if (noted.has(module)) return;
  noted.add(module);
  const files = module.children.map(({ filename }) => filename);
  bring(module.filename, files.filter(isPackageFile));
}

function bring(parent: string, files: Iterable<string>): void {
  const known = brought.get(parent) ?? new Set();
  for (const file of files) known.add(file);
  brought.set(parent, known);
}

/** One loading of a user's file. */
interface NativeLoad {
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
export async function noteNativeModules<T>(work: (notes: ReturnType<typeof notesOf>) => Promise<T>): Promise<T> {
  install();
  const load: NativeLoad = { number: loads.length, files: new Set(), packages: new Set() };
  loads.push(load);
  const rules = suiteRules();
  if (rules) suiteLoads.set(rules, load);
  const outer = current;
  current = load;
  try {
    return await work(notesOf(load));
  } finally {
    current = outer;
  }
}

/** What the loader has to know and to tell. The files of packages include those that they brought along. */
function notesOf({ files, packages }: NativeLoad) {
  return { files, watch: (cache: ModuleCache) => watchCache(cache, packages), packages: () => withBrought(packages) };
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
