import type { AnswerOf } from "../data/load.ts";

export type CardsAnswer = AnswerOf<"judges">;
export type Card = CardsAnswer["cards"][number];
