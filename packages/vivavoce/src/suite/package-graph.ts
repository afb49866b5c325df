import { createRequire } from "node:module";
import { isUsersFile, packageOf } from "./user-place.ts";

/** Node's cache of CommonJS modules, by file. */
type ModuleCache = Record<string, NodeJS.Module | undefined>;

/**
 * By file of a package: the files that it brought along. Node keeps packages for the life of the process, so that a later
 * load which enters one does not see what else it needs.
 */
const brought = new Map<string, Set<string>>();
/** By file of a package: the load in which Node first looked for it; undefined if none was under way. */
const firstLoads = new Map<string, object | undefined>();
/** The modules whose children were noted. */
const noted = new WeakSet<NodeJS.Module>();
const loader = packageOf(createRequire(import.meta.url).resolve("jiti"));

/** Whether a file belongs to a package that users' code may enter. What loads their files is not one of them. */
export function isPackageFile(file: string): boolean {
  const folder = packageOf(file);
  return folder !== undefined && folder !== loader;
}

/**
 * Notes that Node looked for a file of a package, and says whether users' code entered the package there. What a package
 * needs only after the load that brought it along, as in a conversation, does not become part of it.
 */
export function isEntered(file: string, parent: string | undefined, load: object | undefined): boolean {
  if (!firstLoads.has(file)) firstLoads.set(file, load);
  if (parent === undefined) return true;
  const folder = packageOf(parent);
  if (folder === undefined) return isUsersFile(parent);
  if (folder === loader) return true;
  const first = firstLoads.get(parent);
  if (first !== load) return first !== undefined;
  bring(parent, [file]);
  return false;
}

/**
 * Watches the cache of CommonJS during a load: what is in it is needed again without Node looking for it. Returns a
 * function that ends this. `entered` gets the files of packages.
 */
export function watchCache(cache: ModuleCache, entered: Set<string>): () => void {
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
    const evaluated = fresh.flatMap(([file]) => (firstLoads.has(file) ? [] : [file]));
    for (const file of evaluated) entered.add(file);
    for (const file of evaluated) bring(file, entered);
  };
}

/** Files of packages, and all that they brought along. */
export function withBrought(entered: Iterable<string>): string[] {
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
