import type { AnswerOf } from "../data/load.ts";

type Card = Pick<AnswerOf<"judges">["cards"][number], "state" | "brief">;

/** The word and the tone of each state; the word alone says it. */
const cardStates = {
  current: { word: "current", tone: "known" },
  chance: { word: "not shown to be better than chance", tone: "inconclusive" },
  stale: { word: "stale", tone: "inconclusive" },
  few: { word: "too few labels", tone: "inconclusive" },
  none: { word: "no labels", tone: "skipped" },
} as const;

export function CardState({ state }: Pick<Card, "state">) {
  return <span className={`card-state ${cardStates[state].tone}`}>{cardStates[state].word}</span>;
}

/** What the line about a card says beyond its state. */
export function briefBeside({ state, brief }: Card): string {
  const { word } = cardStates[state];
  if (brief === word) return "";
  return brief.startsWith(`${word}, `) || brief.startsWith(`${word}: `) ? brief.slice(word.length + 2) : brief;
}
