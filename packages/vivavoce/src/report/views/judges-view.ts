import { z } from "zod";
import { InputError, shellWord } from "../../base/index.ts";
import { leastCases, leastLabels, leastOfClass, readCards, type StoredCard } from "../../calibration/index.ts";
import { cardBrief, chanceText, chosenText, countText, rescoreCommand } from "../judge-card-text.ts";
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
      least: { labels: leastLabels, ofClass: leastOfClass, cases: leastCases },
      cards: cards.map((card) => cardView(context, card)),
    };
  },
});

/** A card as the page shows it. */
function cardView({ invocation }: ViewContext, card: StoredCard) {
  const { suite, metric, toScore } = card;
  const rescore = toScore.slice(0, 5).map((run) => rescoreCommand(invocation, run, metric));
  const show = `${invocation} judge card ${shellWord(suite)} ${shellWord(metric)}`;
  return {
    ...card,
    /** Each with how many labels count, and the sentence about figures that chance could have given, too. */
    parts: card.parts.map((part) => ({ ...part, counted: countText(part), chance: chanceText(part) })),
    /** The card in a line. */
    brief: cardBrief(card),
    /** What is to be said of labels that were not drawn at random, if there are any. */
    chosenNote: card.chosen > 0 ? chosenText(card.chosen) : undefined,
    commands: { card: show, rescore },
  };
}
