import { hashOf, plural, sameJson } from "../base/index.ts";
import type { StoredRun, StoredSuite, Variant, VariantHeader, VariantResult } from "../shape/index.ts";

/** The part of a suite's run that a result names. */
type RunOrigin = Pick<StoredRun, "id" | "createdAt"> & {
  header: Pick<StoredRun["header"], "viva" | "node"> & { options?: Partial<StoredRun["header"]["options"]> };
};

/** The part of a result that is known before the first case: enough to tell whether it will be comparable. */
export function headerOf(
  run: RunOrigin,
  suite: StoredSuite,
  variant: Variant,
  /** The metrics of the newest scores: for a run that was scored again, they differ from its header's. */
  identities: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
): Omit<VariantResult, "cases"> {
  const { header } = suite;
  const planned = header.variants.find((candidate) => sameJson(candidate.variant, variant));
  if (!planned) throw new RangeError(`suite ${suite.name} has no such variant`);
  const { name, version, models, tools, code, files } = planned.agent;
  const { sources } = header;
  const { early } = planned;
  const drawn = early && isStopped(planned) ? { drawn: { seed: early.seed, units: early.units } } : {};
  const selection = selectionOf(run, planned);
  const chosen = chosenOf(run, suite);
  return {
    suite: suite.name,
    variant: { ...variant },
    run: run.id,
    createdAt: new Date(run.createdAt).toISOString(),
    viva: run.header.viva,
    node: run.header.node,
    dataset: header.dataset,
    origin: planned.origin,
    agent: { name, version, models, tools, code, files, ...(sources ? { sources } : {}) },
    judges: judgesOf(header.models),
    ...(header.servers === undefined ? {} : { servers: header.servers }),
    ...(header.user === undefined ? {} : { user: header.user }),
    metrics: header.metrics.map(({ name: metric, identity, judged, gating, zeroTolerance }) => ({
      name: metric,
      identities: [...(identities.get(metric) ?? [identity])].sort(),
      judged,
      gating,
      ...(zeroTolerance ? { zeroTolerance } : {}),
    })),
    gate: header.gate,
    planned: planned.planned,
    repeats: repeatsOf(planned),
    ...selection,
    ...(chosen ? { chosen } : {}),
    ...(header.retired ? { retired: [...header.retired] } : {}),
    ...(planned.tried ? { tried: planned.tried } : {}),
    ...(early ? { early: { cases: early.cases, largest: early.largest, ...drawn } } : {}),
  };
}

/** How often each case is played. */
export function repeatsOf({ planned, cases }: { planned: number; cases: number }): number {
  return cases === 0 ? 1 : Math.max(1, Math.round(planned / cases));
}

/** How a run left out cases, which then count neither as removed nor as missing. */
function selectionOf(
  { header: { options } }: RunOrigin,
  { withoutTape = 0, withoutTranscript = 0, cases, early }: VariantHeader,
): Pick<VariantResult, "selection" | "tags"> {
  const tags = options?.tags ?? [];
  const flags = [
    ...tags.map((name) => `--tag ${name}`),
    ...(options?.shard ? [`--shard ${options.shard.index}/${options.shard.count}`] : []),
    ...(options?.users === undefined ? [] : [`--users ${options.users}`]),
  ];
  const others = [
    ...(withoutTape > 0 ? ["only cases with a tape"] : []),
    ...(withoutTranscript > 0 ? ["only cases with a transcript"] : []),
  ];
  const parts = [
    ...others,
    ...(flags.length > 0 ? [`selected by ${flags.join(" ")}`] : []),
    ...(early && isStopped({ cases, early }) ? [stoppedText({ played: cases, cases: early.cases })] : []),
  ];
  if (parts.length === 0) return {};
  return {
    selection: parts.join(", "),
    ...(others.length === 0 && flags.length === tags.length ? { tags: [...tags] } : {}),
  };
}

/** What `--failed` chose is kept as a list of cases, so that a resume plays the same. */
function howChosen({ header: { options } }: RunOrigin): NonNullable<VariantResult["chosen"]>["how"] | undefined {
  if (options?.failed || options?.failedBefore) return "by outcome";
  return options?.cases?.length ? "by hand" : undefined;
}

function chosenOf(run: RunOrigin, { name, header }: StoredSuite): VariantResult["chosen"] {
  const how = howChosen(run);
  if (how === undefined) return undefined;
  const failed = run.header.options?.failedBefore?.filter(({ suite }) => suite === name);
  return {
    how,
    ...(header.total === undefined ? {} : { of: header.total }),
    ...(failed ? { choice: hashOf(failed) } : {}),
  };
}

/** "12 of 100 cases, chosen by hand"; undefined if nobody chose. */
export function chosenText(run: RunOrigin, suite: StoredSuite): string | undefined {
  const chosen = chosenOf(run, suite);
  if (chosen === undefined) return undefined;
  const played = Math.max(0, ...suite.header.variants.map(({ cases }) => cases));
  const cases = chosen.of === undefined ? plural(played, "case") : `${played} of ${plural(chosen.of, "case")}`;
  return `${cases}, chosen ${chosen.how === "by hand" ? "by hand" : "because they failed before"}`;
}

/** Whether the run was stopped early, so that cases of the plan were not played. */
export function isStopped({ cases, early }: Pick<VariantHeader, "cases" | "early">): boolean {
  return early !== undefined && cases < early.cases;
}

/** "stopped early after 120 of 500 cases" */
export function stoppedText({ played, cases }: { played: number; cases: number }): string {
  return `stopped early after ${played} of ${plural(cases, "case")}`;
}

/** The same, with what the intervals of such a run are about. */
export function stoppedNote(early: { played: number; cases: number }): string {
  return `${stoppedText(early)}, in random order; the intervals are for all of them, and hold at every look`;
}

/** Every role except agent and simulated user may be a judge: a panel's members have names of their own. */
function judgesOf(models: StoredSuite["header"]["models"]): Record<string, string> {
  const named = typeof models === "object" && models !== null ? Object.entries(models) : [];
  return Object.fromEntries(
    named.filter(([name, id]) => name !== "agent" && name !== "user" && typeof id === "string") as [string, string][],
  );
}
