import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { didYouMean, filesBeside, hashOf, InputError, shellWord, VivaError } from "../base/index.ts";
import { findReference, findRun, type Reference, takeOver } from "../results/index.ts";
import { parseBaseline, type StoredRun } from "../shape/index.ts";
import type { Desk } from "./surroundings.ts";

const whereToLook = "`viva list` shows the runs, `viva baseline list` the baselines there are.";

/** What a user means by REF on the command line, where it may also be a baseline's file. */
export async function resolveReference({ store, cwd }: Desk, name: string): Promise<Reference> {
  const file = resolve(cwd, name);
  const found = await findReference(store, name, async () => {
    if (!existsSync(file) || !statSync(file).isFile()) return undefined;
    return parseBaseline(await readFile(file, "utf8"), relative(cwd, file) || name).results;
  });
  if (found) return unchanged(store, found);
  const isJson = name.endsWith(".json");
  const otherwise = isJson
    ? `\`viva baseline export NAME --file ${shellWord(name)}\` writes such a file; \`viva baseline set NAME\` names a run.`
    : whereToLook;
  const known = isJson ? filesBeside(name, cwd) : (await store.baselines.list()).map((entry) => entry.name);
  throw new InputError({
    message: `there is no run, baseline or baseline file ${name}`,
    remedy: didYouMean(name, [...known, "latest"], otherwise),
  });
}

/** What --baseline names. It must not be the run that is decided by it, nor one that did not examine the agent. */
export async function resolveBaseline(desk: Desk, { baseline: name }: { baseline?: string }, own?: string) {
  if (name === undefined) return undefined;
  const { store } = desk;
  const found = await resolveReference(desk, name);
  for (const { run: id } of found.results) {
    const agent = found.kind === "run" ? (await findRun(store, id))?.header.options.agent : undefined;
    if (id !== own && agent === undefined) continue;
    const why = id === own ? "is the run itself" : `examined the stand-in "${agent}", not the agent`;
    throw new InputError({
      message: `${name} ${why}, so a comparison with it would show nothing`,
      remedy: whereToLook,
    });
  }
  return found;
}

/** Whoever weakens what others are compared with makes them pass: results must be those that were decided. */
async function unchanged(store: Desk["store"], found: Reference): Promise<Reference> {
  for (const id of found.kind === "file" ? [] : new Set(found.results.map(({ run }) => run))) {
    const run = await findRun(store, id);
    if (run?.id !== id || !(await takeOver(store, run))) continue;
    const message = `results of run ${id} were changed after they were written, so nothing is compared with them`;
    throw new VivaError({ message, remedy: "Play it again, and set the baseline again." });
  }
  return found;
}

/** What a stored run was compared with: a new decision on it must not forget that. Undefined if there was nothing. */
export async function keptReference(desk: Desk, { decision }: StoredRun): Promise<Reference | undefined> {
  return decision?.baseline === undefined ? undefined : resolveReference(desk, decision.baseline);
}

/** Keeps a digest of a reference. Returns a function that tells whether it has become another one. */
export function changeOf(desk: Desk, { kind, name, results }: Reference): () => Promise<boolean> {
  const digest = hashOf(results);
  // `latest` means another run by now.
  const same = kind === "run" ? (results[0]?.run ?? name) : name;
  return async () => {
    const now = await resolveReference(desk, same).catch(() => undefined);
    return now === undefined || hashOf(now.results) !== digest;
  };
}
