import { relative, resolve } from "node:path";
import { plural, shellWord } from "../base/index.ts";
import { listOf, type RunResult } from "../run/index.ts";
import type { RunHeader } from "../shape/index.ts";
import { cleanText } from "./clean-text.ts";
import { invocation } from "./invocation.ts";
import type { Surroundings } from "./surroundings.ts";

/** Reports problems with a run's tapes: entries that were not used, and answers that are missing. */
export function tellTapes(
  around: Surroundings,
  { suites }: RunResult,
  header: RunHeader,
  say: (text: string) => unknown,
): void {
  for (const { tapes } of suites)
    for (const warning of tapes.warnings()) say(around.style.warn(cleanText(`warning: ${warning}`)));
  for (const { tapes, plan } of suites) {
    const { incomplete } = tapes;
    if (incomplete.length === 0) continue;
    const lack = `${plural(incomplete.length, "tape")} ${incomplete.length === 1 ? "lacks" : "lack"} a full result`;
    const how = plan.mode.kind === "replay" ? ", and the replay repeats the recorded outage" : "";
    say(cleanText(`incomplete: ${lack}${how}: ${listOf(incomplete)}: ${incomplete[0]?.incomplete}`));
    say(`  play these trials again: ${mending(around, header)}`);
  }
}

/** The command that plays the same trials and records what is missing. */
function mending({ cwd, project }: Surroundings, { paths, options }: RunHeader): string {
  const places = paths.map((path) => relative(cwd, resolve(project.root, path)) || ".");
  const variants = Object.entries(options.variants).map(
    ([name, values]) => `--variant ${shellWord(`${name}=${values.join(",")}`)}`,
  );
  const often = options.users === undefined ? "--repeat" : "--users";
  const repeat = options.repeat === 1 ? [] : [`${often} ${options.repeat}`];
  return [invocation(), "run", ...places.map(shellWord), "--record missing", ...variants, ...repeat].join(" ");
}
