import { readFile, stat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { InputError, shellWord } from "../base/index.ts";
import { parseBaseline } from "../gate/index.ts";
import { findReference, type Reference } from "../results/index.ts";
import type { Store } from "../store/index.ts";

/** What a user means by REF on the command line, where it may also be a baseline's file. */
export async function resolveReference(store: Store, name: string, cwd: string): Promise<Reference> {
  const file = resolve(cwd, name);
  const found = await findReference(store, name, async () => {
    if (!(await isFile(file))) return undefined;
    return parseBaseline(await readFile(file, "utf8"), relative(cwd, file) || name).results;
  });
  if (found) return found;
  throw new InputError({
    message: `there is no run, baseline or baseline file ${name}`,
    remedy: name.endsWith(".json")
      ? `\`viva baseline export NAME --file ${shellWord(name)}\` writes such a file; \`viva baseline set NAME\` names a run.`
      : "`viva list` shows the runs, `viva baseline list` the baselines there are.",
  });
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
