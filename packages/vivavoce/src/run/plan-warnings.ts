import { type Agent, toolSchemaFaults } from "../agent/index.ts";
import { didYouMean, InputError, isJsonObject, listed, nearest, type Problem, plural } from "../base/index.ts";
import { variantFault } from "../conversation/index.ts";
import { expectsEnding, type Metric, onlyWatches } from "../metric/index.ts";
import type { Case, Variant } from "../shape/index.ts";
import { type NamedSuite, suiteProblem } from "./plan.ts";

// What is wrong with a suite although it can be played: all of it lets something seem to be checked that is not.

/** How many cases are named. */
const shown = 10;

/** Facts about the cases that were selected. */
interface Checked {
  cases: { size: number };
  expected: Iterable<string>;
  unchecked: readonly string[];
  withoutWorld: number;
  incomplete: readonly Pick<Case, "id" | "imported">[];
}

/** What a suite's metrics and its selected cases leave unchecked. */
export function planWarnings(loaded: NamedSuite, selected: Checked): Problem[] {
  return [
    ...unreadExpectations(loaded, selected.expected),
    ...idleThresholds(loaded),
    ...uncheckedCases(loaded, selected.unchecked),
    ...uncheckedWorlds(loaded, selected),
    ...incompleteImports(loaded, selected.incomplete),
  ];
}

/** Thresholds that every value reaches: such a metric seems to decide, and cannot fail a trial. */
function idleThresholds(loaded: NamedSuite): Problem[] {
  return loaded.suite.metrics
    .filter(({ gating, identity: { parts } }) => gating && isJsonObject(parts) && parts.threshold === 0)
    .map(({ name }) =>
      suiteProblem(
        loaded,
        `${name} can never be missed, because its threshold is 0`,
        "Give it a higher one, or report: true if it should decide nothing.",
      ),
    );
}

/** Under a fault, expectations that need the tool are dropped, and too little may be left to check. */
export function unheardFaults(loaded: NamedSuite, variants: readonly Variant[]): Problem[] {
  if (variants.every((variant) => variantFault(variant) === undefined)) return [];
  if (loaded.suite.metrics.some(({ name }) => name === "honestAboutFailures")) return [];
  const message = "faults are injected into tools, but no metric checks whether the agent tells the truth about them";
  return [suiteProblem(loaded, message, "Add honestAboutFailures() to its metrics.")];
}

/** Whether nothing is expected in this case, so that it is sure to be skipped. A suite that only reports decides nothing. */
export function isUnchecked(metrics: readonly Metric[], testCase: Case): boolean {
  const deciding = metrics.filter(({ gating }) => gating);
  // This is checked whether or not the suite lists the metric.
  if (expectsEnding(testCase)) return false;
  const isIdle = (metric: Metric) => onlyWatches(metric, testCase) || metric.applies?.(testCase) === false;
  return deciding.length > 0 && deciding.every(isIdle);
}

/** Cases in which nothing is expected: whatever the agent does there, they cannot pass. */
export function uncheckedCases(loaded: NamedSuite, ids: readonly string[]): Problem[] {
  if (ids.length === 0) return [];
  const message = `nothing is expected in ${plural(ids.length, "case")}: ${listed(ids, shown)}`;
  const remedy =
    "Give each case an expectation that one of the suite's metrics reads. If it is about nothing but safety, loops or limits, write expect: { watched: true }.";
  return [suiteProblem(loaded, message, remedy)];
}

/** In how many cases nobody says what may change: there only changes that no call explains are noticed. */
function uncheckedWorlds(loaded: NamedSuite, { cases, withoutWorld }: Checked): Problem[] {
  const isChecked = loaded.suite.metrics.some(({ reads }) => reads?.includes("world"));
  if (!loaded.suite.world || !isChecked || withoutWorld === 0) return [];
  const message = `in ${withoutWorld} of ${plural(cases.size, "case")} nobody says what may change in the world`;
  return [suiteProblem(loaded, message, "Add expect.world to them: { effects: [] } if nothing may.")];
}

/** Imported cases that lost checks: they could pass here and fail at their source. */
function incompleteImports(loaded: NamedSuite, cases: Checked["incomplete"]): Problem[] {
  if (cases.length === 0) return [];
  const named = cases.map(({ id, imported }) => `${id}${imported ? ` (${imported.incomplete.join(", ")})` : ""}`);
  const message = `the import of ${plural(cases.length, "case")} was incomplete: ${listed(named, shown)}`;
  const remedy = "Add what was lost to each case, then remove its `imported` and the tag incomplete-import.";
  return [suiteProblem(loaded, message, remedy)];
}

/** The metrics that alone read an expectation of another name, and the expectations that only a metric of their name reads. */
const readers: Readonly<Record<string, string>> = {
  tools: "toolUse",
  calls: "toolCalls",
  world: "worldEffects",
  plan: "planAdherence",
};
const readByName =
  /^(?:criteria|coherence|contains|matches|equals|safety|limits|refusal|escalation|clarification|language|disclosure|commitments|hazard)$/;

/** Expectations that no metric of the suite reads: they would seem to be met. */
export function unreadExpectations(loaded: NamedSuite, expected: Iterable<string>): Problem[] {
  const { suite } = loaded;
  // Of two metrics of one kind, at least one has a name of its own.
  const isRead = (field: string, reader: string) =>
    suite.metrics.some(({ name, reads }) => name === reader || reads?.some((read) => read === field));
  return [...expected].flatMap((field) => {
    const reader = readers[field] ?? (readByName.test(field) ? field : undefined);
    if (field === "world" && !suite.world && isRead(field, "worldEffects")) {
      const message = "cases have expect.world, but the suite has no world";
      return [suiteProblem(loaded, message, "Give the suite a world, or remove expect.world.")];
    }
    if (reader === undefined || isRead(field, reader)) return [];
    const message = `cases have expect.${field}, but no metric of the suite reads it`;
    return [suiteProblem(loaded, message, `Add ${reader}() to its metrics, or remove expect.${field}.`)];
  });
}

/** The parts of tools that cannot be checked. Tools whose parameters cannot be read at all are refused. */
export function toolWarnings(loaded: NamedSuite, agents: readonly Agent[]): Problem[] {
  const faults = agents.map(({ tools }) => toolSchemaFaults(tools));
  const told = (messages: readonly string[], remedy: string) =>
    [...new Set(messages)].map((message) => suiteProblem(loaded, message, remedy));
  const broken = faults.flatMap((fault) => fault.broken);
  if (broken.length > 0)
    throw new InputError(told(broken, "Write the parameters as a JSON Schema, draft 7 or 2020-12."));
  const unread = faults.flatMap((fault) => fault.unread);
  return [
    ...told(unread, "The rest of the schema is checked. Correct the keyword, or use known ones instead."),
    ...misnamedTools(loaded, agents),
  ];
}

/**
 * Names of tools that the agent does not have. In `ends` such a name would never end a conversation, and a mock of it would
 * never answer: these are refused. A metric may deny tools that this agent does not have, so one is refused only if it is
 * probably a typing error: a ban on it would never be broken. A name that is close to a tool's name gives a warning.
 */
function misnamedTools(loaded: NamedSuite, agents: readonly Agent[]): Problem[] {
  const { ends = [], mocks = {}, mcp, metrics } = loaded.suite;
  const known = agents.map(({ tools }) => tools?.map(({ name }) => name));
  if (known.includes(undefined)) return [];
  const names = new Set(known.flatMap((list) => list ?? []));
  const unknownIn = (whose: string, given: Iterable<string>) =>
    [...new Set(given)]
      .filter((name) => !names.has(name))
      .map((name) => {
        const remedy = didYouMean(name, names, `Its tools: ${[...names].join(", ") || "none"}.`);
        const message = `${whose} names ${name}, but the agent has no such tool`;
        const near = nearest(name, names);
        const isTypo = near !== undefined && isTypingError(name, near) && ![...given].includes(near);
        return { isNear: near !== undefined, isTypo, problem: suiteProblem(loaded, message, remedy) };
      });
  // A server's tools are known only after it was asked.
  const named = mcp ? [] : metrics.flatMap(({ name, tools = [] }) => unknownIn(name, tools));
  const inMocks = mcp ? [] : unknownIn("mocks", Object.keys(mocks));
  const refused = [...unknownIn("ends", ends), ...inMocks, ...named.filter(({ isTypo }) => isTypo)];
  if (refused.length > 0) throw new InputError(refused.map(({ problem }) => problem));
  return named.filter(({ isNear }) => isNear).map(({ problem }) => problem);
}

/**
 * Whether one name is the other with a letter too many, or with two that changed places. With another letter in place of
 * one (`update_cart`, `update_card`), or in the plural, it may well be the name of another tool.
 */
function isTypingError(name: string, tool: string): boolean {
  const [short = "", long = ""] = [name, tool].sort((a, b) => a.length - b.length);
  const at = [...long].findIndex((letter, place) => letter !== short[place]);
  const rest = long.slice(at + 1);
  if (long.length > short.length) return rest === short.slice(at) && !/^s(?![a-z])/i.test(long.slice(at));
  return at >= 0 && long[at] === short[at + 1] && long[at + 1] === short[at] && rest.slice(1) === short.slice(at + 2);
}
