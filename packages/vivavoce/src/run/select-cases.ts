import { InputError } from "../base/index.ts";
import { type CaseSet, type KnownTools, lineCases, scanCases } from "../case/index.ts";
import { judgeCalls, type Metric } from "../metric/index.ts";
import { type Ability, type Case, caseTags, exchangesOf, incompleteTag } from "../shape/index.ts";
import { caseSource, type LoadedSuite } from "../suite/index.ts";
import type { failedTrials } from "./failed-trials.ts";
import type { RunOptions } from "./options.ts";
import { type SuitePlan, suiteProblem } from "./plan.ts";
import { isUnchecked } from "./plan-warnings.ts";
import { isMeant, type SelectionFlags } from "./selection-flags.ts";

type CaseLoad = SuitePlan["load"];

/** The selected cases of a suite, and facts collected while they were checked. */
interface SelectedCases {
  cases: CaseSet;
  load: CaseLoad;
  tags: ReadonlySet<string>;
  /** The clusters of cases, by case, if the plan is divided into shards or may stop early. */
  clusters: ReadonlyMap<string, string> | undefined;
  /** Every field that their expectations name. */
  expected: ReadonlySet<string>;
  /** Cases in which nothing will be checked, whatever happens. */
  unchecked: readonly string[];
  /** How many say nothing about what may change in the world. */
  withoutWorld: number;
  /** Imported cases that lost checks. */
  incomplete: readonly Pick<Case, "id" | "imported">[];
  /** Cases that are marked as retired. */
  retired: readonly string[];
  /** Cases that inject faults into tools themselves. */
  faulted: ReadonlySet<string>;
  /** The first case with a simulated user. */
  simulated: string | undefined;
}

interface Selection {
  options: RunOptions;
  tools: KnownTools | undefined;
  /** What the agent can do besides answering, if it is known. */
  hears: readonly Ability[] | undefined;
  failed: ReturnType<typeof failedTrials> | undefined;
  /** Cases with a simulated user are left out. */
  withoutUsers: boolean;
  /** Takes note of what the cases match. */
  flags?: SelectionFlags | undefined;
  /** Transcripts are given, so the suite may have no cases. */
  mayBeEmpty?: boolean | undefined;
}

/** Checks all cases of a suite and keeps the selected ones. */
export async function selectCases(loaded: LoadedSuite, selection: Selection): Promise<SelectedCases> {
  const { options, tools, hears, failed, withoutUsers, flags, mayBeEmpty = false } = selection;
  const expected = new Set<string>();
  const load: CaseLoad = { exchanges: 0, simulated: { cases: 0, exchanges: 0, userCalls: 0 }, judgeCalls: {} };
  const tags = new Set<string>();
  const clusters = options.shard || options.stop ? new Map<string, string>() : undefined;
  const unchecked: string[] = [];
  let withoutWorld = 0;
  const incomplete: Pick<Case, "id" | "imported">[] = [];
  const retired: string[] = [];
  const faulted = new Set<string>();
  let simulated: string | undefined;
  const select = (testCase: Case) => {
    flags?.see(testCase);
    if (!isSelected(testCase, options, failed) || (withoutUsers && testCase.user)) return false;
    addLoad(load, testCase, loaded.suite.metrics);
    for (const tag of testCase.tags) tags.add(tag);
    if (testCase.cluster !== undefined) clusters?.set(testCase.id, testCase.cluster);
    if (testCase.user) simulated ??= testCase.id;
    if (testCase.retired) retired.push(testCase.id);
    if (testCase.faults) faulted.add(testCase.id);
    const { id, imported } = testCase;
    if (imported || testCase.tags.includes(incompleteTag)) incomplete.push({ id, imported });
    if (!testCase.expect.world) withoutWorld += 1;
    if (isUnchecked(loaded.suite.metrics, testCase)) unchecked.push(testCase.id);
    for (const { expect } of [testCase, ...lineCases(testCase).map((line) => line.case)]) {
      for (const field of Object.keys(expect)) expected.add(field);
    }
    return true;
  };
  const source = caseSource(loaded.suite);
  if (!mayBeEmpty && source.from.kind === "list" && source.from.cases.length === 0) throw noCases(loaded);
  const cases = await scanCases(source, {
    baseDirectory: loaded.folder,
    tools,
    hears,
    select,
    mayBeEmpty,
  });
  if (cases.size === 0 && !mayBeEmpty) throw nothingSelected(loaded, options, cases.total);
  return { cases, load, tags, clusters, expected, unchecked, withoutWorld, incomplete, retired, faulted, simulated };
}

function addLoad(load: CaseLoad, testCase: Case, metrics: readonly Metric[]): void {
  const exchanges = exchangesOf(testCase);
  // If the agent speaks first, there is one more exchange.
  load.exchanges += exchanges + (testCase.opens === "agent" ? 1 : 0);
  for (const metric of metrics) {
    load.judgeCalls[metric.name] = (load.judgeCalls[metric.name] ?? 0) + judgeCalls(metric, testCase);
  }
  if (!testCase.user) return;
  load.simulated.cases += 1;
  load.simulated.exchanges += exchanges;
  // The author wrote the script's lines and the opening line; the model makes up the others.
  const { script, user } = testCase;
  load.simulated.userCalls += exchanges - script.length - (user.opening === undefined ? 0 : 1);
}

function isSelected(testCase: Case, { cases, tags, users }: RunOptions, failed: Selection["failed"]): boolean {
  if (users !== undefined && !testCase.user) return false;
  if (failed && !failed.cases.has(testCase.id)) return false;
  const own = caseTags(testCase);
  if (tags.length > 0 && !tags.some((tag) => own.includes(tag))) return false;
  return cases.length === 0 || cases.some((wanted) => isMeant(wanted, testCase));
}

function noCases(loaded: LoadedSuite): InputError {
  const remedy = "Add a case. A suite without cases can only score given transcripts: viva score FILE.";
  return new InputError(suiteProblem(loaded, "cases: a suite needs at least one case", remedy));
}

/** The selection leaves no case of this suite; in a run of several suites, another may have some. */
export class NothingSelected extends InputError {}

function nothingSelected(loaded: LoadedSuite, options: RunOptions, total: number): NothingSelected {
  const wishes = [
    ...options.cases.map((id) => `--case ${id}`),
    ...options.tags.map((tag) => `--tag ${tag}`),
    ...(options.failed ? ["--failed"] : []),
    ...(options.users === undefined ? [] : [`--users ${options.users}`]),
  ];
  const message = `none of its ${total} cases matches ${wishes.join(" ") || "the selection"}`;
  const remedy = options.failed
    ? "Nothing failed in the last run, or the suite has not been run yet."
    : options.users === undefined
      ? "`viva list --cases` shows them."
      : "--users plays only cases with a simulated user: those with `user` instead of `script`.";
  return new NothingSelected(suiteProblem(loaded, message, remedy));
}
