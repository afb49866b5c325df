import { InputError, listed, refuseUnknown } from "../../base/index.ts";
import { leastCases, leastLabels, leastOfClass, readCards, type StoredCard } from "../../calibration/index.ts";
import { cardList, cardText, isAbout } from "../../report/index.ts";
import { commandOf, type FlagsOf, flagRows } from "../command.ts";
import { invocation } from "../invocation.ts";
import { print } from "../print.ts";
import { writeReport } from "../streams.ts";
import { type Surroundings, withStore } from "../surroundings.ts";

const rows = flagRows({
  "--criterion <id>": "only this criterion: its id, or the beginning of its words",
  "--json": "as JSON, with every disagreement",
});
type CardFlags = FlagsOf<typeof rows>;

export default commandOf({
  takes: [
    ["[suite]", "the suite's name; without it, every suite"],
    ["[metric]", "a judged metric of the suite; its card is shown in full"],
  ],
  flags: rows,
  notes: `A card compares the judge's verdicts with the labels that people gave on the page of \`viva view\`.
It needs at least ${leastLabels} labels of ${leastCases} cases, and ${leastOfClass} passes or fails for each error rate.
With fewer it gives no figure.
It belongs to one version of criterion, prompt and judge. When one of these changes the card is stale.
\`viva score RUN --all\` scores the labelled conversations again.`,
  act: (flags, suite: string | undefined, metric: string | undefined) =>
    withStore(async (store, around) => {
      const cards = chosen(await readCards(store), suite, metric);
      if (flags.criterion !== undefined) refuseUnknownCriterion(cards, flags.criterion);
      if (flags.json) writeReport(`${asJson(cards, flags)}\n`);
      else print(asText(around, cards, flags));
    }),
});

function asText({ style }: Surroundings, cards: readonly StoredCard[], { criterion }: CardFlags): string {
  const [card, second] = cards;
  if (!card) return "no judged metric was used yet: a card needs a run with a judge";
  if (!second) return cardText(card, { style, invocation: invocation(), criterion });
  return `${cardList(cards, style)}\n\nin full: ${invocation()} judge card SUITE METRIC`;
}

function asJson(cards: readonly StoredCard[], { criterion }: CardFlags): string {
  const shown = cards.map((card) => ({
    ...card,
    parts: card.parts.filter((part) => criterion === undefined || isAbout(part, criterion)),
  }));
  const least = { labels: leastLabels, ofClass: leastOfClass, cases: leastCases };
  return JSON.stringify({ format: 1, least, cards: shown }, null, 2);
}

function chosen(cards: readonly StoredCard[], suite: string | undefined, metric: string | undefined): StoredCard[] {
  const ofSuite = suite === undefined ? [...cards] : cards.filter((card) => card.suite === suite);
  const suites = cards.map((card) => card.suite);
  const otherwise = cards.length === 0 ? "Run a suite with a judge first." : undefined;
  refuseUnknown("judged metric of a suite", [suite], suites, { where: " in the store", otherwise });
  const metrics = ofSuite.map((card) => card.metric);
  refuseUnknown("judged metric", [metric], metrics, { where: ` in ${suite}` });
  return metric === undefined ? ofSuite : ofSuite.filter((card) => card.metric === metric);
}

function refuseUnknownCriterion(cards: readonly StoredCard[], criterion: string): void {
  const [card, second] = cards;
  if (second || !card)
    throw new InputError({
      message: "--criterion is for one metric",
      remedy: "Name it: viva judge card SUITE METRIC --criterion ID.",
    });
  const known = card.parts.flatMap(({ criterion: one }) => (one ? [one.id] : []));
  if (card.parts.some((part) => isAbout(part, criterion))) return;
  const shared =
    known.length === 0 ? "no labelled criterion is shared by several cases" : `it has ${listed(known, 10)}`;
  throw new InputError({
    message: `the card of ${card.metric} has no criterion ${JSON.stringify(criterion)}: ${shared}`,
    remedy: "Leave --criterion out to see all of them.",
  });
}
