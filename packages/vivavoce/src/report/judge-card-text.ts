import { plural, safeLine, shellWord } from "../base/index.ts";
import {
  type CardPart,
  type Figure,
  type HumanCeiling,
  isAboveChance,
  type JudgeCard,
  type RateCorrection,
  type StoredCard,
} from "../calibration/index.ts";
import { inColumns, wrapped } from "./columns.ts";
import { showInterval, showValue } from "./figures.ts";
import type { Style } from "./style.ts";

/** "kappa 0.71 [0.52, 0.85] of 84 labels", "not shown to be better than chance: …", "stale: …", "no labels". */
export function cardBrief({ state, parts, labelled, compared, changed = [] }: BriefCard): string {
  const [part] = parts;
  if (state === "none" || !part) return labelled === 0 ? "no labels" : `none of ${plural(labelled, "label")} counts`;
  if (state === "stale") {
    const [first] = changed;
    const why = first === undefined ? "" : `: ${safeLine(first, 120)}`;
    return `stale, its ${plural(compared, "label")} are about an earlier version${why}`;
  }
  const { kappa, agreement } = part;
  const [name, figure] = kappa.kind === "known" ? ["kappa", kappa] : ["agreement", agreement];
  const words = figure.kind === "known" ? `${name} ${showFigure(figure)} of ${plural(figure.n, "label")}` : figure.why;
  return state === "chance" ? `not shown to be better than chance: ${words}` : words;
}

/** The sentence about figures that chance could have given; undefined if they are better, or if there are none. */
export function chanceText(part: CardPart): string | undefined {
  if (part.agreement.kind === "unknown" || isAboveChance(part)) return undefined;
  return "These labels do not show that the judge agrees with people more than chance would. Do not rely on its verdicts.";
}

type BriefCard = Pick<JudgeCard, "state" | "parts" | "labelled" | "compared"> & {
  changed?: readonly string[] | undefined;
};

/** One line for all judges of a suite; undefined if nobody has labelled anything. */
export function cardsLine(cards: readonly (BriefCard & Pick<JudgeCard, "metric">)[]): string | undefined {
  const labelled = cards.filter(({ labelled }) => labelled > 0);
  if (labelled.length === 0) return undefined;
  const shown = labelled.map((card) => `${safeLine(card.metric, 40)} ${cardBrief(card)}`);
  const without = cards.length - labelled.length;
  return `judge card: ${[...shown, ...(without > 0 ? [`${without} without labels`] : [])].join(" · ")}`;
}

/** "0.71 [0.52, 0.85]", or why there is no figure. */
function showFigure(figure: Figure): string {
  return figure.kind === "known" ? showInterval(figure.value, figure) : figure.why;
}

/** All cards, a line or two each. */
export function cardList(cards: readonly StoredCard[], style: Style): string {
  const lines = cards.flatMap((card) => [
    `${style.bold(safeLine(`${card.suite} · ${card.metric}`, 120))}  ${stateWord(card, style)}`,
    ...wrapped(cardBrief(card), "  ", style),
  ]);
  return lines.join("\n");
}

function stateWord({ state }: Pick<JudgeCard, "state">, style: Style): string {
  const words = {
    current: "current",
    chance: "not shown to be better than chance",
    stale: "stale",
    few: "too few labels",
    none: "no labels",
  };
  return (state === "current" ? style.good : style.warn)(words[state]);
}

interface CardTextSettings {
  style: Style;
  invocation: string;
  /** Only the part about this criterion: its id, or the beginning of its words. */
  criterion?: string | undefined;
}

/** One card in full. */
export function cardText(card: StoredCard, { style, invocation, criterion }: CardTextSettings): string {
  const { suite, metric, labelled, compared, chosen, raters, judges, leftOut } = card;
  const parts = card.parts.filter((part) => criterion === undefined || isAbout(part, criterion));
  const by = raters.length > 0 ? ` by ${raters.map((rater) => safeLine(rater, 40)).join(", ")}` : "";
  return [
    `${style.bold(safeLine(`${suite} · ${metric}`, 120))}  ${stateWord(card, style)}`,
    ...(judges.length > 0 ? wrapped(`judge: ${safeLine(judges.join(", "), 200)}`, "  ", style) : []),
    ...wrapped(`${plural(labelled, "labelled item")}${by}; ${compared} compared with this judge`, "  ", style),
    ...(chosen > 0 ? wrapped(chosenText(chosen), "  ", style) : []),
    ...leftOut.flatMap(({ why, count }) => wrapped(`${count} not counted: ${why}`, "  ", style)),
    ...staleLines(card, invocation, style),
    ...parts.flatMap((part) => ["", ...partLines(part, style)]),
    ...remedyLines(card, invocation, style),
  ].join("\n");
}

/** Disputed items are labelled to find errors: there the judge errs more often than in the run. */
export function chosenText(chosen: number): string {
  return `${chosen} of them not drawn at random with a known chance (disputed, looked up or imported): in no figure`;
}

/** Whether a part is about a criterion: by its id, or the beginning of its words. */
export function isAbout({ criterion }: CardPart, wanted: string): boolean {
  if (!criterion) return false;
  return criterion.id === wanted || criterion.text.toLowerCase().startsWith(wanted.toLowerCase());
}

function staleLines({ state, changed, toScore, metric }: StoredCard, invocation: string, style: Style): string[] {
  if (toScore.length === 0 && state !== "stale") return [];
  const heading =
    state === "stale"
      ? ["", ...wrapped("These figures are about an earlier version. It changed:", "  ", style)]
      : ["", ...wrapped("Some labelled conversations were not scored by the judge in use.", "  ", style)];
  const more = toScore.length > 3 ? [`    … ${plural(toScore.length - 3, "more run")}`] : [];
  return [
    ...heading,
    ...(state === "stale" ? changed.flatMap((one) => wrapped(safeLine(one, 300), "    ", style)) : []),
    ...(toScore.length > 0
      ? wrapped("Score the labelled conversations again, and labels on the same words count again:", "  ", style)
      : wrapped("No labelled conversation can be scored again for it: label those of a newer run.", "  ", style)),
    ...toScore.slice(0, 3).map((run) => `    ${rescoreCommand(invocation, run, metric)}`),
    ...more,
  ];
}

/** The command that lets labels on unchanged words count for the judge in use. */
export function rescoreCommand(invocation: string, run: string, metric: string): string {
  return `${invocation} score ${run} --all --metric ${shellWord(metric)}`;
}

function remedyLines({ state }: StoredCard, invocation: string, style: Style): string[] {
  if (state !== "few" && state !== "none") return [];
  return ["", ...wrapped("Label more conversations on the page:", "  ", style), `    ${invocation} view`];
}

function partLines(part: CardPart, style: Style): string[] {
  const { agreement, truePasses, trueFails, ofPassed, ofFailed, kappa, alpha, ac1 } = part;
  const { confusion, ceiling, rate, disagreements } = part;
  const figures: [string, Figure, string][] = [
    ["agreement", agreement, ""],
    ["kappa", kappa, "beyond chance"],
    ["alpha", alpha, "beyond chance"],
    ["AC1", ac1, "beyond chance"],
    ["TPR", truePasses, "of people's passes"],
    ["TNR", trueFails, "of people's fails"],
    ["its passes", ofPassed, "people pass too"],
    ["its fails", ofFailed, "people fail too"],
  ];
  const verdicts = ["pass", "fail", "none"] as const;
  const counts = [
    ["people \\ judge", ...verdicts],
    ...(["pass", "fail", "unclear"] as const).map((said) => [
      `  ${said}`,
      ...verdicts.map((verdict) => String(confusion[said][verdict])),
    ]),
  ];
  return [
    ...wrapped(partTitle(part), "  ", style).map((line) => style.bold(line)),
    ...wrapped(chanceText(part) ?? "", "    ", style).filter((line) => line.trim() !== ""),
    ...figures.flatMap(([name, figure, meaning]) => figureLines(name, figure, meaning, style)),
    ...(ceiling ? ceilingLines(ceiling, style) : []),
    ...inColumns(counts, { indent: "    " }),
    ...(rate ? rateLines(rate, style) : []),
    ...disagreementLines(disagreements, style),
  ];
}

function partTitle({ of, criterion, n, effective, cases }: CardPart): string {
  const about =
    of === "criteria"
      ? "all criteria"
      : of === "whole"
        ? "the metric as a whole"
        : `“${safeLine(criterion?.text ?? "", 160)}”`;
  return `${about}: ${countText({ n, effective, cases })}`;
}

/** "82 labels of 26 cases, worth 61 of equal weight" */
export function countText({ n, effective, cases }: Pick<CardPart, "n" | "effective" | "cases">): string {
  const worth = Math.round(effective) < n ? `, worth ${Math.round(effective)} of equal weight` : "";
  return `${plural(n, "drawn label")} of ${plural(cases, "case")}${worth}`;
}

function figureLines(name: string, figure: Figure, meaning: string, style: Style): string[] {
  const label = name.padEnd(11);
  if (figure.kind === "unknown") return wrapped(`${label}– ${figure.why}`, "    ", style, "               ");
  return [`    ${label}${showFigure(figure)}${meaning === "" ? "" : style.dim(`  ${meaning}`)}`];
}

function ceilingLines({ items, agreement, kappa, alpha, judge }: HumanCeiling, style: Style): string[] {
  const lines = figureLines("people", agreement, `${items} labelled by two`, style);
  if (agreement.kind === "unknown") return lines;
  const own = kappa === undefined ? "" : `, kappa ${showValue(kappa)}`;
  const words = {
    below: "below people",
    above: "above people",
    "not told apart": "not told apart from people by these labels",
  };
  return [
    ...lines,
    ...wrapped(`people among themselves: alpha ${showFigure(alpha)}${own}`, "               ", style),
    ...(judge
      ? wrapped(
          `the judge is ${words[judge.verdict]}: ${showInterval(judge.difference, judge)}`,
          "               ",
          style,
        )
      : []),
  ];
}

function rateLines({ run, reported, corrected, why }: RateCorrection, style: Style): string[] {
  if (!reported) return why === undefined ? [] : wrapped(`pass rate: ${why}`, "    ", style);
  return [
    `    pass rate of run ${run}`,
    `      reported   ${showInterval(reported.value, reported)}`,
    ...corrected.map(
      (one) => `      corrected  ${showInterval(one.value, one)}${style.dim(`  ${one.method}, ${one.labels} drawn`)}`,
    ),
    ...(why === undefined ? [] : wrapped(`corrected  – ${why}`, "      ", style, "                 ")),
  ];
}

const mostDisagreements = 5;

function disagreementLines(disagreements: CardPart["disagreements"], style: Style): string[] {
  if (disagreements.length === 0) return [];
  const shown = disagreements
    .slice(0, mostDisagreements)
    .flatMap(({ caseId, person, judge, text, reasons: [reason] }) => [
      ...wrapped(`${safeLine(caseId, 60)}: people ${person}, judge ${judge}: ${safeLine(text, 120)}`, "      ", style),
      ...(reason === undefined ? [] : wrapped(`“${safeLine(reason, 160)}”`, "        ", style)),
    ]);
  const rest = disagreements.length - mostDisagreements;
  return [
    `    ${plural(disagreements.length, "disagreement")}`,
    ...shown,
    ...(rest > 0 ? [style.dim(`      … ${rest} more: --json`)] : []),
  ];
}
