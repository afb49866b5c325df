import { z } from "zod";
import { InputError, plural, safeLine, shellWord } from "../../base/index.ts";
import { type Figure, isAboveChance, least, readCards, type StoredCard } from "../../calibration/index.ts";
import { showInterval } from "../figures.ts";
import { name, type ViewContext, view } from "./view.ts";

export const judgesView = view({
  about: "The judge cards: how each judged metric compares with people's labels. With a suite and a metric, one card.",
  query: z.object({ suite: name.optional(), metric: name.optional() }),
  async answer(context, { suite, metric }) {
    const cards = await readCards(context.store, { suite, metric });
    if (cards.length === 0 && (suite ?? metric) !== undefined)
      throw new InputError({
        message: `there is no judged metric ${[suite, metric].filter(Boolean).join(" · ")} in the store`,
        remedy: "The list of judges has them all.",
      });
    return {
      /** The least numbers: with fewer there is no figure. */
      least,
      cards: cards.map((card) => cardView(context, card)),
    };
  },
});

/** A card with its words: as the page shows it, and as the terminal prints it. */
export function cardView({ invocation }: Pick<ViewContext, "invocation">, card: StoredCard) {
  const { suite, metric, toScore, chosen } = card;
  return {
    ...card,
    /** Each with how many labels count, and the sentence about figures that chance could have given, too. */
    parts: card.parts.map((part) => ({ ...part, counted: countText(part), chance: chanceText(part) })),
    /** What it comes to, in a plain sentence. */
    sentence: cardSentence(card),
    /** The card in a line. */
    brief: cardBrief(card),
    // Disputed items are labelled to find errors: there the judge errs more often than in the run.
    /** What is to be said of labels that were not drawn at random, if there are any. */
    chosenNote:
      chosen > 0
        ? `${chosen} of them not drawn at random with a known chance (disputed, looked up or imported): in no figure`
        : undefined,
    commands: {
      card: `${invocation} judge card ${shellWord(suite)} ${shellWord(metric)}`,
      /** They let labels on unchanged words count for the judge in use. */
      rescore: toScore.slice(0, 5).map((run) => `${invocation} score ${run} --all --metric ${shellWord(metric)}`),
    },
  };
}

/** What a card comes to, in a plain sentence. */
function cardSentence({ state, labelled, parts: [part] }: StoredCard): string {
  const on = part?.n ?? 0;
  if (labelled === 0) return "Nobody has labelled anything: how far this judge is right is not known.";
  if (state === "stale") return "The judge has changed since people labelled: how far it is right now is not known.";
  if (state === "chance") return `Not better than chance on ${plural(on, "label")}: do not rely on its verdicts.`;
  if (state === "current") return `Better than chance on ${plural(on, "label")}.`;
  return `${plural(on, "label")} that count${on === 1 ? "s" : ""} cannot show how far this judge is right.`;
}

/** The sentence about figures that chance could have given; undefined if they are better, or if there are none. */
function chanceText(part: StoredCard["parts"][number]): string | undefined {
  if (part.agreement.kind === "unknown" || isAboveChance(part)) return undefined;
  return "These labels do not show that the judge agrees with people more than chance would. Do not rely on its verdicts.";
}

/** "82 labels of 26 cases, worth 61 of equal weight" */
function countText({ n, effective, cases }: Pick<StoredCard["parts"][number], "n" | "effective" | "cases">): string {
  const worth = Math.round(effective) < n ? `, worth ${Math.round(effective)} of equal weight` : "";
  return `${plural(n, "drawn label")} of ${plural(cases, "case")}${worth}`;
}

/** "kappa 0.71 [0.52, 0.85] of 84 labels", "not shown to be better than chance: …", "stale: …", "no labels". */
export function cardBrief({ state, parts: [part], labelled, compared, changed = [] }: BriefCard): string {
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

type BriefCard = Pick<StoredCard, "state" | "parts" | "labelled" | "compared"> & {
  changed?: readonly string[] | undefined;
};

/** One line for all judges of a suite; undefined if nobody has labelled anything. */
export function cardsLine(cards: readonly (BriefCard & Pick<StoredCard, "metric">)[]): string | undefined {
  const labelled = cards.filter(({ labelled }) => labelled > 0);
  if (labelled.length === 0) return undefined;
  const shown = labelled.map((card) => `${safeLine(card.metric, 40)} ${cardBrief(card)}`);
  const without = cards.length - labelled.length;
  return `judge card: ${[...shown, ...(without > 0 ? [`${without} without labels`] : [])].join(" · ")}`;
}

/** "0.71 [0.52, 0.85]", or why there is no figure. */
export function showFigure(figure: Figure): string {
  return figure.kind === "known" ? showInterval(figure.value, figure) : figure.why;
}
