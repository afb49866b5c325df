import { type Problem, plural, runId, sameJson } from "../base/index.ts";
import type { GatePolicy, RunHeader, StoredSuite } from "../shape/index.ts";
import { isBeingPlayed, type Store } from "../store/index.ts";
import type { FoundShard } from "./find-shards.ts";
import { headerDifferences, versionDifferences } from "./header-differences.ts";
import { suiteTrial } from "./plan.ts";

/** Shards that fit together, by their index. */
interface FittingShards {
  shards: readonly FoundShard[];
  count: number;
  /** Nothing is missing and nothing pending. */
  isWhole: boolean;
  /** Shards that were played more than once: these do not count. */
  playedAgain: readonly FoundShard[];
}

/** Puts shards in order, and says everything that keeps them from being one run. `partial`: some may be missing. */
export async function fitShards(
  found: readonly FoundShard[],
  { partial }: { partial: boolean },
): Promise<FittingShards & { problems: Problem[] }> {
  const { shards, playedAgain } = await eachOnce(found);
  const [first] = shards;
  if (!first) return { shards, count: 0, isWhole: false, playedAgain, problems: [] };
  const { count } = first.shard;
  const problems = differing([...shards, ...playedAgain], first);
  const open: Problem[] = [];
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter(
    (index) => !shards.some(({ shard }) => shard.index === index),
  );
  if (missing.length > 0) {
    const which = missing.map((index) => `${index}/${count}`).join(", ");
    const message = missing.length === 1 ? `shard ${which} is missing` : `shards ${which} are missing`;
    const named = missing.length === 1 ? "its store or its run" : "their stores or their runs";
    open.push({ message, remedy: `Name ${named} as well, or merge the rest with --partial.` });
  }
  for (const one of shards) {
    if (isBeingPlayed(one.run))
      problems.push({ message: `${nameOf(one)} is being played`, remedy: "Wait until it is over." });
    else open.push(...(await unfinished(one)));
  }
  return {
    shards,
    count,
    isWhole: open.length === 0,
    playedAgain,
    problems: partial ? problems : [...problems, ...open],
  };
}

/** Writes one run with the trials of all shards into a store, and returns its id. `gate` overrides the shards' policy. */
export async function mergeShards(
  store: Store,
  { shards, count, isWhole }: FittingShards,
  gate: GatePolicy,
): Promise<string> {
  const [first] = shards;
  if (!first) throw new RangeError("there is no shard to merge");
  const { plan: _plan, pipeline: _pipeline, options, ...facts } = first.run.header;
  const { shard: _shard, ...others } = options;
  const parts = shards.map(({ shard: { index }, run }) => ({ index, run: run.id }));
  const header: RunHeader = { ...facts, options: others, merged: { count, shards: parts } };
  const suites = first.run.suites.map((suite, index) =>
    wholeSuite(
      suite,
      shards.map(({ run }) => run.suites[index]),
      gate,
    ),
  );
  const id = runId();
  await store.merge({ id, header, suites, at: Date.now(), isFinished: isWhole, parts: shards, callsOnce: suiteTrial });
  return id;
}

/** The suite's header as one machine would have written it. */
function wholeSuite(
  { header, ...suite }: StoredSuite,
  parts: readonly (StoredSuite | undefined)[],
  gate: GatePolicy,
): StoredSuite {
  const variants = header.variants.map(({ whole, tried: _tried, ...variant }, index) => {
    const played = parts.flatMap((part) => part?.header.variants[index] ?? []).filter(({ planned }) => planned > 0);
    // Second plays have shown no more of the whole than of the shard that was tried least.
    const plays = played.length > 0 ? Math.min(...played.map(({ tried }) => tried?.plays ?? 0)) : 0;
    const differed = played.flatMap(({ tried }) => tried?.differed ?? []);
    return { ...variant, ...whole, ...(plays > 0 ? { tried: { plays, differed } } : {}) };
  });
  const planned = variants.reduce((sum, variant) => sum + variant.planned, 0);
  return { ...suite, planned, header: { ...header, variants, gate: { ...header.gate, ...gate } } };
}

/** "shard 2/5 (run 7f3a in shards/two/store.sqlite)" */
function nameOf({ shard: { index, count }, run, place }: FoundShard): string {
  return `shard ${index}/${count} (run ${run.id}${place === undefined ? "" : ` in ${place}`})`;
}

/** By index. Of a shard that was played more than once the first whole run counts: to play it again must not change the result. */
async function eachOnce(found: readonly FoundShard[]): Promise<Pick<FittingShards, "shards" | "playedAgain">> {
  const inOrder = found.toSorted((a, b) => a.shard.index - b.shard.index || a.run.createdAt - b.run.createdAt);
  const shards: FoundShard[] = [];
  for (const same of Map.groupBy(inOrder, ({ shard }) => shard.index).values()) {
    let first: FoundShard | undefined;
    for (const one of same) if (!first && (await unfinished(one)).length === 0) first = one;
    const counted = first ?? same[0];
    if (counted) shards.push(counted);
  }
  const ids = new Set(shards.map(({ run }) => run.id));
  return { shards, playedAgain: inOrder.filter(({ run }) => !ids.has(run.id)) };
}

async function unfinished(one: FoundShard): Promise<Problem[]> {
  const planned = one.run.suites.reduce((sum, suite) => sum + suite.planned, 0);
  const counts = await one.store.trials.countStatuses(one.run.id);
  const pending = planned - Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (pending === 0 && one.run.finishedAt !== undefined) return [];
  const message = `${nameOf(one)} is unfinished: ${pending} of ${plural(planned, "trial")} pending`;
  return [
    { message, remedy: `Go on where it is: viva run --resume ${one.run.id}. Or merge what there is with --partial.` },
  ];
}

function differing(shards: readonly FoundShard[], first: FoundShard): Problem[] {
  return shards.slice(1).flatMap((one) => {
    const differences = differencesOf(first, one);
    if (differences.length === 0) return [];
    const message = `${nameOf(one)} does not fit ${nameOf(first)}: ${differences.join("; ")}`;
    const remedy =
      "Play all shards with the same code, packages (install them with npm ci), Node, cases, options and Viva.";
    return [{ message, remedy }];
  });
}

/** In which respects a shard is not a part of the same run as another. */
function differencesOf({ run: a, shard }: FoundShard, { run: b, shard: other }: FoundShard): string[] {
  const [before, after] = [a.header, b.header];
  const { shard: _before, ...options } = before.options;
  const { shard: _after, ...otherOptions } = after.options;
  const sides = [`in shard ${shard.index}/${shard.count}`, `in shard ${other.index}/${other.count}`] as const;
  const differences = [
    ...differs("the number of shards", shard.count, other.count),
    ...differs("the version of Viva", before.viva, after.viva),
    ...versionDifferences({ Node: before.node }, { Node: after.node }, sides),
    ...differs("the commit", before.commit?.id.slice(0, 8), after.commit?.id.slice(0, 8)),
    ...differs("the pipeline of the build server", before.pipeline, after.pipeline),
    ...(sameJson(options, otherOptions) ? [] : ["the options of viva run"]),
    ...suiteDifferences(a.suites, b.suites, sides),
  ];
  return differences.length === 0 && before.plan !== after.plan ? ["the cases of the plan"] : differences;
}

function differs(what: string, before: string | number = "none", after: string | number = "none"): string[] {
  return before === after ? [] : [`${what} (${after}, not ${before})`];
}

function suiteDifferences(
  before: readonly StoredSuite[],
  after: readonly StoredSuite[],
  sides: readonly [string, string],
): string[] {
  const names = (suites: readonly StoredSuite[]) => suites.map(({ name }) => name).join(", ");
  if (names(before) !== names(after)) return differs("the suites", names(before), names(after));
  return before.flatMap(({ name, header }, index) => {
    const other = after[index]?.header;
    if (!other) return [];
    const parts = [
      ...headerDifferences(header, other, sides),
      ...differs("the mode", header.mode, other.mode),
      ...(header.dataset === other.dataset ? [] : ["the cases"]),
      ...(sameJson(header.models, other.models) ? [] : ["the models"]),
      ...(sameJson(header.gate, other.gate) ? [] : ["the gate"]),
    ];
    return parts.map((part) => `${name}: ${part}`);
  });
}
