import { plural, safeLine } from "../base/index.ts";
import type { Figure, StoredCard } from "../calibration/index.ts";
import { inColumns, wrapped } from "./columns.ts";
import { showInterval, showValue } from "./figures.ts";
import type { Style } from "./style.ts";
import { cardBrief, cardView, showFigure } from "./views/judges-view.ts";

type CardPart = StoredCard["parts"][number];

/** All cards, a line or two each. */
export function cardList(cards: readonly StoredCard[], style: Style): string {
  const lines = cards.flatMap((card) => [
    `${style.bold(safeLine(`${card.suite} · ${card.metric}`, 120))}  ${stateWord(card, style)}`,
    ...wrapped(cardBrief(card), "  ", style),
  ]);
  return lines.join("\n");
}

function stateWord({ state }: Pick<StoredCard, "state">, style: Style): string {
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

type ShownPart = ReturnType<typeof cardView>["parts"][number];

/** One card in full. */
export function cardText(card: StoredCard, { style, invocation, criterion }: CardTextSettings): string {
  const { suite, metric, labelled, compared, chosenNote, raters, judges, leftOut, ...shown } = cardView(
    { invocation },
    card,
  );
  const parts = shown.parts.filter((part) => criterion === undefined || isAbout(part, criterion));
  const by = raters.length > 0 ? ` by ${raters.map((rater) => safeLine(rater, 40)).join(", ")}` : "";
  return [
    `${style.bold(safeLine(`${suite} · ${metric}`, 120))}  ${stateWord(card, style)}`,
    ...(judges.length > 0 ? wrapped(`judge: ${safeLine(judges.join(", "), 200)}`, "  ", style) : []),
    ...wrapped(`${plural(labelled, "labelled item")}${by}; ${compared} compared with this judge`, "  ", style),
    ...(chosenNote === undefined ? [] : wrapped(chosenNote, "  ", style)),
    ...leftOut.flatMap(({ why, count }) => wrapped(`${count} not counted: ${why}`, "  ", style)),
    ...staleLines(card, shown.commands.rescore, style),
    ...parts.flatMap((part) => ["", ...partLines(part, style)]),
    ...(card.state === "few" || card.state === "none"
      ? ["", ...wrapped("Label more conversations on the page:", "  ", style), `    ${invocation} view`]
      : []),
  ].join("\n");
}

/** Whether a part is about a criterion: by its id, or the beginning of its words. */
export function isAbout({ criterion }: CardPart, wanted: string): boolean {
  if (!criterion) return false;
  return criterion.id === wanted || criterion.text.toLowerCase().startsWith(wanted.toLowerCase());
}

function staleLines({ state, changed, toScore }: StoredCard, rescore: readonly string[], style: Style): string[] {
  if (toScore.length === 0 && state !== "stale") return [];
  const heading =
    state === "stale"
      ? "These figures are about an earlier version. It changed:"
      : "Some labelled conversations were not scored by the judge in use.";
  return [
    "",
    ...wrapped(heading, "  ", style),
    ...(state === "stale" ? changed.flatMap((one) => wrapped(safeLine(one, 300), "    ", style)) : []),
    ...(toScore.length > 0
      ? wrapped("Score the labelled conversations again, and labels on the same words count again:", "  ", style)
      : wrapped("No labelled conversation can be scored again for it: label those of a newer run.", "  ", style)),
    ...rescore.slice(0, 3).map((command) => `    ${command}`),
    ...(toScore.length > 3 ? [`    … ${plural(toScore.length - 3, "more run")}`] : []),
  ];
}

function partLines(part: ShownPart, style: Style): string[] {
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
    ...wrapped(part.chance ?? "", "    ", style).filter((line) => line.trim() !== ""),
    ...figures.flatMap(([name, figure, meaning]) => figureLines(name, figure, meaning, style)),
    ...(ceiling ? ceilingLines(ceiling, style) : []),
    ...inColumns(counts, { indent: "    " }),
    ...(rate ? rateLines(rate, style) : []),
    ...disagreementLines(disagreements, style),
  ];
}

function partTitle({ of, criterion, counted }: ShownPart): string {
  const about =
    of === "criteria"
      ? "all criteria"
      : of === "whole"
        ? "the metric as a whole"
        : `“${safeLine(criterion?.text ?? "", 160)}”`;
  return `${about}: ${counted}`;
}

function figureLines(name: string, figure: Figure, meaning: string, style: Style): string[] {
  const label = name.padEnd(11);
  if (figure.kind === "unknown") return wrapped(`${label}– ${figure.why}`, "    ", style, "               ");
  return [`    ${label}${showFigure(figure)}${meaning === "" ? "" : style.dim(`  ${meaning}`)}`];
}

function ceilingLines(
  { items, agreement, kappa, alpha, judge }: NonNullable<CardPart["ceiling"]>,
  style: Style,
): string[] {
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

function rateLines({ run, reported, corrected, why }: NonNullable<CardPart["rate"]>, style: Style): string[] {
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
