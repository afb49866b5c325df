import { hashOf, plural, sameJson } from "../base/index.ts";
import type { AgentIdentity, SuiteHeader } from "../shape/index.ts";
import { identityDifferences } from "../suite/index.ts";

/** How the two sides of a difference are called: before and after. */
type Sides = readonly [string, string];

/** A stored run, and this machine that is to go on with it. */
const planAndHere: Sides = ["in the plan", "here"];

/** What keeps two parts of a suite's trials from being one exam: other agents, packages, metrics or simulated users. */
export function headerDifferences(before: SuiteHeader, after: SuiteHeader, sides = planAndHere): string[] {
  const agents = after.variants.flatMap(({ variant, agent }) => {
    const known = before.variants.find((candidate) => JSON.stringify(candidate.variant) === JSON.stringify(variant));
    return known ? identityDifferences(known.agent, agent) : [`the variant ${JSON.stringify(variant)}`];
  });
  const metrics = sameJson(before.metrics, after.metrics) ? [] : ["the metrics or their options"];
  const users = isSameUser(before, after) ? [] : ["the model of the simulated user or its parameters"];
  const isScoredAgain = before.scoredBy !== undefined || after.scoredBy !== undefined;
  const scoring = isScoredAgain && scoredCode(before) !== scoredCode(after) ? [scoredOtherwise] : [];
  const packages = versionDifferences(before.sources?.packages, after.sources?.packages, sides);
  const servers = serverDifferences(before.servers, after.servers, sides);
  return [...new Set([...agents, ...packages, ...servers, ...metrics, ...users, ...scoring])];
}

type Versions = Readonly<Record<string, string>>;

/** "openai 6.7.0 here, 6.9.1 in the plan"; nothing if either is unknown. */
export function versionDifferences(before?: Versions, after?: Versions, sides = planAndHere): string[] {
  if (!before || !after) return [];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const differing = names.filter((name) => before[name] !== after[name]);
  const shown = differing.slice(0, mostVersions).map((name) => {
    const [then, now] = [before[name] ?? "none", after[name] ?? "none"];
    return `${name} ${now} ${sides[1]}, ${then} ${sides[0]}`;
  });
  const left = differing.length - shown.length;
  return left > 0 ? [...shown, plural(left, "more package")] : shown;
}

const mostVersions = 6;

/** Where a model was asked is known of live runs only. */
function serverDifferences(before: Versions = {}, after: Versions = {}, sides: Sides): string[] {
  const both = Object.keys(before).filter((role) => Object.hasOwn(after, role) && before[role] !== after[role]);
  return both.map((role) => `the server of ${role} (${after[role]} ${sides[1]}, ${before[role]} ${sides[0]})`);
}

const scoredOtherwise = "the code that has scored its trials (viva score scores them again)";

/** Only runs of an older Viva, or without a simulated user, do not say who played it. */
function isSameUser({ user: before }: SuiteHeader, { user: after }: SuiteHeader): boolean {
  return before === undefined || after === undefined || sameJson(before, after);
}

type Code = Pick<AgentIdentity, "code" | "files">;

/** What a suite's metrics are made of: the suite's code, the files that it names, and the packages that both use. */
export function scoringCode({ sources }: Pick<SuiteHeader, "sources">, agents: readonly Code[]): string {
  const codes = [...new Set(agents.map(({ code, files }) => `${code} ${files}`))].sort();
  return hashOf({ codes, packages: sources?.packages ?? {} });
}

/** The code that has scored the trials of a stored suite: that which played them, or a later one. */
export function scoredCode(header: Pick<SuiteHeader, "scoredBy" | "variants" | "sources">): string {
  return (
    header.scoredBy ??
    scoringCode(
      header,
      header.variants.map(({ agent }) => agent),
    )
  );
}
