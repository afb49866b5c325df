import { inSentences, plural } from "../base/index.ts";
import { sameFamilyWarning } from "../calibration/index.ts";
import type { Style } from "../report/index.ts";
import type { RunOptions, SuitePlan } from "../run/index.ts";
import { listInWords, showVariant } from "../shape/index.ts";
import { cleanText } from "./print.ts";

/** Viva's first line: whether models are really asked, and if not, what is replayed and why. */
export function firstLine(
  version: string,
  plans: readonly SuitePlan[],
  /** Whether answers of earlier runs are used, or why the config's wish for them does not count. */
  cache: { areUsed?: boolean | undefined; ignored?: string | undefined } = {},
): string {
  const standIn = plans[0]?.standIn;
  if (standIn) return `viva ${version} · examining the stand-in "${standIn}" instead of the agent`;
  const replayed = plans.filter(({ mode }) => mode.kind === "replay");
  const others = plans.filter(({ mode }) => mode.kind !== "replay");
  const live = others.some(({ mode }) => mode.kind === "record") ? "live, recording" : "live";
  const known = cache.areUsed
    ? ". Where an earlier run asked the same, its answers are used: --no-cache asks again."
    : cache.ignored === undefined
      ? ""
      : `. The config's cache: true is ignored ${cache.ignored}: the models are asked.`;
  if (replayed.length === 0) return `viva ${version} · ${live}${known}`;
  const which = others.length === 0 ? "" : `${names(others)} ${live}${known.replace(/\.$/, "")}; ${names(replayed)}: `;
  return `viva ${version} · ${which}${missingKeys(replayed)}${whatIsReplayed(replayed)} ${whatIsClosed(replayed)}`;
}

function names(plans: readonly SuitePlan[]): string {
  return plans.map(({ loaded }) => loaded.suite.name).join(", ");
}

function missingKeys(plans: readonly SuitePlan[]): string {
  const keys = plans.map(({ mode }) => (mode.kind === "replay" ? mode.missingKey : undefined));
  const missing = [...new Set(keys.filter((key) => key !== undefined))];
  return missing.length === 0 ? "" : `no ${missing.join(" and no ")}: `;
}

function whatIsReplayed(plans: readonly SuitePlan[]): string {
  const origins = new Set(plans.flatMap((plan) => plan.variants.map(({ origin }) => origin)));
  if (origins.size === 1 && origins.has("hand-written")) {
    return "replaying hand-written recordings. They show how Viva works, not how good a model is.";
  }
  return origins.has("hand-written") || origins.has("mixed")
    ? "replaying recordings, some of them written by hand. Those show how Viva works, not how good a model is."
    : "replaying recordings.";
}

function whatIsClosed(plans: readonly SuitePlan[]): string {
  const allowed = [...new Set(plans.flatMap(({ network }) => network.allowed))];
  return allowed.length === 0 ? "Network closed." : `Network closed except for ${listInWords(allowed, "and")}.`;
}

/** What a suite will do: "flow-coach · 26 cases · prompt v2 · agent and judge: hand-written tapes". */
export function suiteLines(plan: SuitePlan, style: Style): string[] {
  const { loaded, variants, repeat, users, models, mode, standIn } = plan;
  const lines = variants.map(({ variant, cases, origin, withoutTape }) => {
    const roles = Object.keys(models.choices);
    const source = standIn
      ? `agent: ${standIn}`
      : mode.kind === "replay"
        ? `${roles.length === 0 ? "" : `${listInWords(roles, "and")}: `}${origin} tapes`
        : roles.map((name) => `${name}: ${models.id(name)}`).join(" · ");
    const parts = [
      style.bold(loaded.suite.name),
      plural(cases.length, "case"),
      ...(users !== undefined || repeat > 1 ? [plural(repeat, users === undefined ? "repeat" : "user")] : []),
      ...(Object.keys(variant).length > 0 ? [showVariant(variant)] : []),
      ...(source ? [source] : []),
    ];
    const missing = withoutTape > 0 ? style.dim(` (${plural(withoutTape, "case")} without a tape, left out)`) : "";
    return parts.join(" · ") + missing;
  });
  return lines;
}

/** The warnings to show before suites are played or scored, each once. */
export function warningsOf(plans: readonly SuitePlan[], options: Pick<RunOptions, "agent">): Set<string> {
  return new Set(plans.flatMap((plan) => [...plan.warnings.map(showWarning), ...familyWarning(plan, options)]));
}

/** A judge tends to favour models of its own family; a stand-in belongs to no family. */
function familyWarning({ metrics, models }: SuitePlan, { agent }: Pick<RunOptions, "agent">): string[] {
  const asked = metrics.some((metric) => metric.judged) && models.choices.agent && models.choices.judge;
  const warning = asked && agent === undefined ? sameFamilyWarning(models.id("judge"), models.id("agent")) : undefined;
  return warning === undefined ? [] : [warning];
}

function showWarning({ place, ...problem }: SuitePlan["warnings"][number]): string {
  return cleanText(inSentences({ ...problem, place: place && { file: place.file, line: place.line } }));
}
