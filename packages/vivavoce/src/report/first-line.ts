import type { SuitePlan } from "../run/index.ts";
import { showVariant } from "../suite/index.ts";
import { plural } from "./figures.ts";
import type { Style } from "./style.ts";

/** Viva's first line: whether models are really asked, and if not, what is replayed and why. */
export function firstLine(version: string, plans: readonly SuitePlan[]): string {
  const live = plans.filter(({ mode }) => mode.kind !== "replay");
  const name = `viva ${version}`;
  if (live.length === plans.length) return `${name} · live`;
  const missing = plans
    .map(({ mode }) => (mode.kind === "replay" ? mode.missingKey : undefined))
    .find((key) => key !== undefined);
  const why = missing ? `no ${missing}: ` : "";
  const origins = new Set(plans.flatMap((plan) => plan.variants.map(({ origin }) => origin)));
  const handWritten = origins.size === 1 && origins.has("hand-written");
  const what = handWritten
    ? "replaying hand-written recordings. They show how Viva works, not how good a model is."
    : origins.has("hand-written") || origins.has("mixed")
      ? "replaying recordings, some of them written by hand. Those show how Viva works, not how good a model is."
      : "replaying recordings.";
  return `${name} · ${why}${what}`;
}

/** What a suite will do: "flow-coach · 26 cases · prompt v2 · agent and judge: hand-written tapes". */
export function suiteLines(plan: SuitePlan, style: Style): string[] {
  const { loaded, variants, repeat, models, mode } = plan;
  const lines = variants.map(({ variant, cases, origin, withoutTape }) => {
    const names = Object.keys(models.choices);
    const source =
      mode.kind === "replay"
        ? `${names.join(" and ")}: ${origin} tapes`
        : names.map((name) => `${name}: ${models.id(name)}`).join(" · ");
    const parts = [
      style.bold(loaded.suite.name),
      plural(cases.length, "case"),
      ...(repeat > 1 ? [`${repeat} repeats`] : []),
      ...(Object.keys(variant).length > 0 ? [showVariant(variant)] : []),
      ...(source ? [source] : []),
    ];
    const missing =
      withoutTape > 0 ? style.dim(` (${plural(withoutTape, "case")} without a recording, not planned)`) : "";
    return parts.join(" · ") + missing;
  });
  return lines;
}
